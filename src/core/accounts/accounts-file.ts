import path from 'node:path';
import { OrderglassError } from '../../shared/errors.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { describeError, type Log } from '../log.ts';
import { readOrQuarantine, systemCode } from '../quarantine.ts';
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
    const { content, problem } = await readOrQuarantine(file, options.now, readContent);
    const opened = new AccountsFile(options, file, content ?? nothing, problem?.keptAs === null);
    if (problem) {
      const { error, keptAs } = problem;
      const described = error === undefined ? {} : { error: describeError(error) };
      options.log({ event: 'accounts-set-aside', ...described, moved: keptAs !== null });
      options.onSetAside?.(keptAs);
      // What fails here is told by the log, and tried again with the next change.
      if (content !== null && keptAs !== null) await opened.replace(content).catch(() => {});
    }
    return opened;
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
