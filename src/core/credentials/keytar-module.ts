import { createRequire } from 'node:module';
import { KeychainError } from './keychain-error.ts';

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

/** Rejects if keytar, its native part, or a library that it needs is missing. */
export async function loadKeytar(): Promise<KeytarModule> {
  try {
    // biome-ignore lint/suspicious/noTsIgnore: an expected error would be missing if keytar is installed.
    // @ts-ignore: keytar's types are missing if keytar is not installed.
    const module = await import('keytar');
    const keytar: KeytarModule = module.default;
    return keytar;
  } catch (failure) {
    throw isNotFound(failure) ? failure : (nativeFailure() ?? failure);
  }
}

/** Returns why the system cannot load keytar's native part, which keytar's own error does not say. */
function nativeFailure(): unknown {
  try {
    createRequire(import.meta.url)(`keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`);
    return null;
  } catch (failure) {
    return failure;
  }
}

/** Explains a rejection of `loadKeytar`, without paths. */
export function explainLoadFailure(failure: unknown): KeychainError {
  const message = failure instanceof Error ? failure.message : '';
  const library = /\b(lib[\w+-]+\.so[.\d]*): cannot open shared object file/.exec(message)?.[1];
  const parts = [library && `${library} is missing`, codeOf(failure)].filter((part) => part !== undefined);
  const detail = parts.length === 0 ? '' : `(${parts.join(', ')})`;
  if (library !== undefined) return new KeychainError('library-missing', { detail });
  // keytar brings a native part for each system that it supports.
  const isPartMissing = message.includes('keytar/prebuilds/');
  return new KeychainError(isNotFound(failure) && !isPartMissing ? 'module-missing' : 'system-unsupported', { detail });
}

function isNotFound(failure: unknown): boolean {
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(codeOf(failure) ?? '');
}

function codeOf(failure: unknown): string | undefined {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
