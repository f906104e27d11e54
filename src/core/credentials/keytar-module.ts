/**
 * The only file that knows keytar. Its `findCredentials` is left out on purpose: on Linux it ends the whole process
 * with a segmentation fault when the keyring is locked, and it reads every secret where one was asked for.
 */
export type KeytarModule = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/** Rejects where the optional module, its native part or a library that it needs is missing. */
export async function loadKeytar(): Promise<KeytarModule> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

/** What is missing, in words that hold no path. */
export function describeLoadFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return '';
  const library = /\b(lib[\w+-]+\.so[.\d]*): cannot open shared object file/.exec(failure.message)?.[1];
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : undefined;
  const parts = [library && `${library} is missing`, code].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}
