import os from 'node:os';
import type { AccountSummary, ConnectionStatus } from '../../shared/contract/accounts.ts';
import type { About } from '../../shared/contract/program.ts';
import type { Settings, TableLayout } from '../../shared/contract/settings.ts';
import { publicBaseUrl } from '../../shared/settings/account-input.ts';
import { versionSchema } from './log-events.ts';
import type { ProgramLog } from './program-log.ts';

export interface DiagnosticsSources {
  readonly about: About;
  readonly accounts: readonly AccountSummary[];
  readonly settings: Settings;
  /** The latest known connection of each account, by account ID. */
  readonly connections: ReadonlyMap<string, ConnectionStatus>;
  readonly log: Pick<ProgramLog, 'accounts' | 'recentLines' | 'lastKeychainFailure'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns a text that the user can give to a helper. Like the log, it contains counts, choices, codes, versions and times, and accounts
 * by their number: never a name, an address, a symbol, an ID, or any part of a key.
 */
export function writeDiagnostics(sources: DiagnosticsSources): string {
  const { log, now } = sources;
  const recentLines = log.recentLines();
  return [
    'Orderglass diagnostics',
    `Made at ${new Date(now).toISOString()}. No keys, names, addresses, symbols or orders are in it.`,
    '',
    ...programLines(sources),
    '',
    ...accountLines(sources),
    '',
    ...settingsLines(sources),
    '',
    recentLines.length === 0 ? 'Log: empty' : `Log, last ${recentLines.length} lines:`,
    ...recentLines,
    '',
  ].join('\n');
}

/** Facts about the system, without anything that identifies the machine or the user. */
export function readHostFacts() {
  const { node, electron, chrome } = process.versions;
  return {
    platform: process.platform,
    architecture: process.arch,
    /** Of the kernel. */
    release: versionNumber(os.release()),
    node: versionNumber(node),
    ...(electron === undefined ? {} : { electron: versionNumber(electron) }),
    ...(chrome === undefined ? {} : { chrome: versionNumber(chrome) }),
  };
}

/** Returns the leading numbers of a version, because its builder can append any text. "0" if there are none. */
export function versionNumber(text: string): string {
  const [start = ''] = /^\d+(?:\.\d+){0,3}(?:-\d+)?/.exec(text) ?? [];
  return versionSchema.safeParse(start).data ?? '0';
}

/** Returns the language and the time zone of the system; "other" for an unusual form. */
export function readLocale(): { locale: string; timeZone: string } {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    locale: /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(locale) ? locale : 'other',
    timeZone: /^[A-Za-z]{2,20}(?:[/_+-][A-Za-z0-9]{1,20}){0,6}$/.test(timeZone) ? timeZone : 'other',
  };
}

function programLines({ about, now }: DiagnosticsSources): string[] {
  const { platform, architecture, release, node, electron, chrome } = readHostFacts();
  const { locale, timeZone } = readLocale();
  const parts = [`node ${node}`, electron && `electron ${electron}`, chrome && `chrome ${chrome}`];
  return [
    `Program: ${versionNumber(about.version)} (${about.host})`,
    `System: ${platform} ${architecture}, release ${release}`,
    `Versions: ${parts.filter(Boolean).join(', ')}`,
    `Language and time zone: ${locale}, ${timeZone} (${offsetFromUtc(now)})`,
    `Running for: ${Math.round(process.uptime())} s, memory ${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`,
  ];
}

/** "UTC+05:30", the offset of the system's zone at `time`. */
function offsetFromUtc(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function accountLines({ accounts, connections, log, now }: DiagnosticsSources): string[] {
  const live = accounts.filter(({ kind }) => kind === 'live');
  const at = (keptIn: 'keychain' | 'session') =>
    live.filter(({ credentials }) => credentials?.keptIn === keptIn).length;
  const without = live.filter(({ credentials }) => credentials === null).length;
  const { lastKeychainFailure: failure } = log;
  return [
    `Accounts: ${accounts.length - live.length} demo, ${live.length} live (${at('keychain')} in the keychain, ${at('session')} for this session only, ${without} without credentials)`,
    `Keychain: ${failure ? `last failure ${failure.reason}, ${Math.max(0, Math.round((now - failure.at) / 1000))} s ago` : 'no failure since the start'}`,
    ...accounts.map((account) => accountLine(account, log.accounts.of(account.id), connections.get(account.id), now)),
  ];
}

function accountLine(
  account: AccountSummary,
  number: 'demo' | number | undefined,
  connection: ConnectionStatus | undefined,
  now: number,
): string {
  const { signingVariant, requestsPerWindow, kind, credentials, baseUrl } = account;
  const parts =
    kind === 'demo'
      ? []
      : [
          baseUrl === publicBaseUrl ? 'usual address' : 'other address',
          credentials?.keptIn ?? 'no credentials',
          `signed ${signingVariant}`,
          `${requestsPerWindow} requests per 10 s`,
        ];
  return `- ${number === 'demo' ? number : `account ${number ?? 'other'}`}: ${[...parts, ...connectionParts(connection, now)].join(', ')}`;
}

function connectionParts(connection: ConnectionStatus | undefined, now: number): string[] {
  if (!connection) return ['connection: nothing to tell'];
  const { pausedUntil, clockOffset, clockSkewed, offline, queued } = connection;
  const paused = pausedUntil !== null && pausedUntil > now;
  return [
    `connection: ${offline ? 'offline' : 'online'}`,
    paused ? `paused for ${Math.ceil((pausedUntil - now) / 1000)} s` : 'not paused',
    `clock off by ${Math.round(clockOffset)} ms${clockSkewed ? ' (too much)' : ''}`,
    `${queued} waiting`,
  ];
}

function settingsLines({ settings, log }: DiagnosticsSources): string[] {
  const { theme, priceColors, screen, marginMode, account, tables } = settings;
  const number = log.accounts.of(account);
  return [
    `Settings: theme ${theme}, price colors ${priceColors}, screen ${screen}, margin mode ${marginMode}, account ${number ?? 'not there'}`,
    ...Object.entries(tables).flatMap(([name, layout]) => (layout ? [`- table ${name}: ${layoutWords(layout)}`] : [])),
  ];
}

/** Returns how many columns the user has changed. The names are left out, because a settings file may hold any text. */
function layoutWords({ columnOrder, columnVisibility, columnSizing, columnPinning, sorting }: TableLayout): string {
  const hidden = Object.values(columnVisibility).filter((isVisible) => !isVisible).length;
  const pinned = columnPinning.start.length + columnPinning.end.length;
  const sort = sorting.length === 0 ? 'not sorted' : `sorted by ${sorting.length}`;
  const resized = Object.keys(columnSizing).length;
  return `${columnOrder.length} placed, ${hidden} hidden, ${resized} resized, ${pinned} pinned, ${sort}`;
}
