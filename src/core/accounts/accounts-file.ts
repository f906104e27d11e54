import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { OrderglassError } from '../../shared/errors.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { describeError, type Log } from '../log.ts';
import { setAside, systemCode } from '../set-aside.ts';
import { type AccountsContent, readContent, writeContent } from './profile.ts';

const fileName = 'accounts.json';

export interface AccountsFileOptions {
  readonly directory: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** `keptAs`: under what name, `null` where it stays. */
  readonly onSetAside?: ((keptAs: string | null) => void) | undefined;
  /** For tests: writes a file whole or not at all. */
  readonly writeFile?: typeof writeFileAtomically;
}

/** The file of all live accounts, and what it holds. */
export class AccountsFile {
  #content: AccountsContent;
  /** The file could neither be read nor set aside: to write would destroy it. */
  readonly #isSealed: boolean;
  readonly #file: string;
  readonly #log: Log;
  readonly #writeFile: typeof writeFileAtomically;

  /** Never rejects: a file that cannot be used is set aside, and what can be read of it stays. */
  static async open(options: AccountsFileOptions): Promise<AccountsFile> {
    const file = path.join(options.directory, fileName);
    const found = await readFile(file, 'utf8')
      .then(readContent)
      .catch((error: unknown) => ({ error }));
    if ('error' in found) {
      if (systemCode(found.error) === 'ENOENT') return new AccountsFile(options, file, nothing, false);
      return replaceDamaged(options, file, nothing, { error: describeError(found.error) });
    }
    if (found.isWhole) return new AccountsFile(options, file, found.content, false);
    return replaceDamaged(options, file, found.content, {});
  }

  constructor(
    { log, writeFile = writeFileAtomically }: AccountsFileOptions,
    file: string,
    content: AccountsContent,
    isSealed: boolean,
  ) {
    this.#content = content;
    this.#isSealed = isSealed;
    this.#file = file;
    this.#log = log;
    this.#writeFile = writeFile;
  }

  get content(): AccountsContent {
    return this.#content;
  }

  /** Rejects with `storage-failed`, and then the content is as it was. One call at a time. */
  async replace(content: AccountsContent): Promise<void> {
    try {
      if (this.#isSealed) throw new Error('sealed');
      await this.#writeFile(this.#file, writeContent(content));
    } catch (error) {
      const reason = this.#isSealed ? 'it can neither be read nor set aside' : systemCode(error);
      this.#log({ event: 'accounts-not-saved', error: describeError(error) });
      throw new OrderglassError('storage-failed', `the accounts could not be written (${reason})`);
    }
    this.#content = content;
  }
}

const nothing: AccountsContent = { markKey: null, profiles: [], spareEntries: [] };

async function replaceDamaged(
  options: AccountsFileOptions,
  file: string,
  legible: AccountsContent,
  /** Without an error where a part of it could be read. */
  cause: { error?: ReturnType<typeof describeError> },
): Promise<AccountsFile> {
  const place = await setAside(file, new Date(options.now()));
  options.log({ event: 'accounts-set-aside', ...cause, moved: place !== null });
  options.onSetAside?.(place);
  const replaced = new AccountsFile(options, file, legible, place === null);
  // What fails here is told by the log, and tried again with the next change.
  if (place !== null && legible !== nothing) await replaced.replace(legible).catch(() => {});
  return replaced;
}
