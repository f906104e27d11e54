/**
 * The functions of keytar that Orderglass uses, declared here because keytar is optional and may not be installed. `findCredentials` is
 * left out on purpose: on Linux it crashes the process if the keyring is locked, and it reads the secrets of all accounts.
 */
export interface KeytarModule {
  /** Resolves with `null` if there is no entry, and on Linux also if the keyring is locked. */
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** Resolves with `false` if there is no entry, and on Linux also if the keyring is locked. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Rejects if keytar, its native part or a library that it needs is missing. */
export async function loadKeytar(): Promise<KeytarModule> {
  // biome-ignore lint/suspicious/noTsIgnore: an expected error would be missing if keytar is installed.
  // @ts-ignore: keytar's types are missing if keytar is not installed.
  const module = await import('keytar');
  const keytar: KeytarModule = module.default;
  return keytar;
}

/** Describes why keytar could not be loaded, without paths. */
export function describeLoadFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return '';
  const library = /\b(lib[\w+-]+\.so[.\d]*): cannot open shared object file/.exec(failure.message)?.[1];
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : undefined;
  const parts = [library && `${library} is missing`, code].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}
