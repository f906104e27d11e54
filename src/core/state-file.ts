import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Timestamp } from '../shared/domain.ts';
import { OrderglassError } from '../shared/errors.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { exists, type QuarantinedFile, readOrQuarantine, systemCode } from './quarantine.ts';
import { SaveQueue } from './save-queue.ts';

/** Hears of files that cannot be read or written. */
export interface FileErrorHandler {
  readonly quarantined: (problem: QuarantinedFile) => void;
  readonly notSaved: (error: unknown) => void;
}

export interface StateFileOptions<Content> {
  readonly file: string;
  readonly now: () => Timestamp;
  readonly errors: FileErrorHandler;
  /** Content of a file that is missing or damaged as a whole. */
  readonly empty: Content;
  /** `isWhole` is false if a part could not be read and is missing from `content`. Throws if nothing can be read. */
  readonly read: (text: string) => { content: Content; isWhole: boolean };
  readonly write: (content: Content) => string;
}

/** Content of a small file, which is replaced as a whole by every save. */
export class StateFile<Content> {
  /** Written by the next save. */
  content: Content;
  readonly #options: StateFileOptions<Content>;
  /** The file could neither be read nor quarantined. As long as it exists it is not written, because that would destroy it. */
  readonly #isSealed: boolean;
  readonly #saves = new SaveQueue(() => this.#write());
  #isRemoved = false;

  /** Never rejects: a damaged file is quarantined, and what can be read of it is saved again. */
  static async open<Content>(options: StateFileOptions<Content>): Promise<StateFile<Content>> {
    const { content, problem } = await readOrQuarantine(options.file, options.now, options.read);
    const opened = new StateFile(options, content ?? options.empty, problem?.backupName === null);
    if (problem) {
      options.errors.quarantined(problem);
      if (content !== null) await opened.save().catch(() => {});
    }
    return opened;
  }

  private constructor(options: StateFileOptions<Content>, content: Content, isSealed: boolean) {
    this.#options = options;
    this.content = content;
    this.#isSealed = isSealed;
  }

  /** Writes the content as it is when the write starts. Saves that wait for one write are merged. Rejects with `storage-failed`. */
  save(): Promise<void> {
    return this.#saves.save();
  }

  /** Resolves when everything that can be written is written. */
  settle(): Promise<void> {
    return this.#saves.settle();
  }

  /** Deletes the file and ends all writing. Rejects with the error of the file system. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.settle();
    if (!this.#isSealed) await rm(this.#options.file, { force: true });
  }

  async #write(): Promise<void> {
    if (this.#isRemoved) return;
    const { file, write, errors } = this.#options;
    const isSealed = this.#isSealed && (await exists(file));
    try {
      if (isSealed) throw new Error('sealed');
      await writeFileAtomically(file, write(this.content));
    } catch (error) {
      errors.notSaved(error);
      const reason = isSealed ? 'it can neither be read nor renamed' : systemCode(error);
      throw new OrderglassError('storage-failed', `${path.basename(file)} could not be written (${reason})`);
    }
  }
}
