/** What happened that nobody was told of. Nothing in it comes from a request's headers or an answer's body. */
export interface LogEntry {
  readonly level: 'warning' | 'error';
  readonly event:
    | 'call-failed'
    | 'event-dropped'
    | 'listener-failed'
    | 'settings-set-aside'
    | 'settings-not-saved'
    | 'accounts-set-aside'
    | 'accounts-not-saved'
    /** An entry that belongs to no account could not be removed yet. */
    | 'keychain-entry-left';
  readonly detail: string;
}

export type Log = (entry: LogEntry) => void;

/** For the log alone: an unexpected error's text is never shown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : typeof error;
}
