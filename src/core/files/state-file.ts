import { rm } from 'node:fs/promises';
import path from 'node:path';
import { SerialQueue } from '../../shared/time/serial-queue.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { backUp, exists, type FileProblem, isLeft, readOrQuarantine, systemCode } from './quarantine.ts';

/** Hears of a file that cannot be read or written. */
export interface FileErrorHandler {
  readonly unusable: (problem: FileProblem) => void;
  readonly notSaved: (error: unknown) => void;
}

export interface StateFileOptions<Content> {
  readonly file: string;
  readonly now: () => Timestamp;
  readonly errors: FileErrorHandler;
  /** Content of a file that is missing, damaged as a whole, or of another version of the program. */
  readonly empty: Content;
  /** See `readOrQuarantine`. */
  readonly read: (text: string) => { content: Content; isWhole: boolean };
  readonly write: (content: Content) => string;
}

/** Content of a small file, which is replaced as a whole by every save. */
export class StateFile<Content> {
  /** Written by the next save. */
  content: Content;
  readonly #options: StateFileOptions<Content>;
  /** True if the file was left as it is. As long as it exists, nothing is saved, because that would destroy it. */
  readonly #isSealed: boolean;
  readonly #saves = new SaveQueue(() => this.#write());
  #isRemoved = false;
  #needsBackup = false;

  /**
   * Never rejects: a damaged file is quarantined, and what can be read of it is saved again. A file of another version of the program, or
   * one that cannot be renamed, is left as it is: then changes last for this session.
   */
  static async open<Content>(options: StateFileOptions<Content>): Promise<StateFile<Content>> {
    const { content, problem } = await readOrQuarantine(options.file, options.now, options.read);
    const opened = new StateFile(options, content ?? options.empty, isLeft(problem));
    if (problem) {
      options.errors.unusable(problem);
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

  /** Lets the next save copy the file first. */
  backUpOnce(): void {
    this.#needsBackup = true;
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
    const { file, now, write, errors } = this.#options;
    if (this.#isSealed && (await exists(file))) return;
    try {
      if (this.#needsBackup) await backUp(file, new Date(now()));
      this.#needsBackup = false;
      await writeFileAtomically(file, write(this.content));
    } catch (error) {
      errors.notSaved(error);
      throw new OrderglassError('storage-failed', `${path.basename(file)} could not be written (${systemCode(error)})`);
    }
  }
}

/** Serializes saves of one file and merges those that have not begun. */
class SaveQueue {
  readonly #queue = new SerialQueue();
  readonly #write: () => Promise<void>;
  #waiting: Promise<void> | null = null;

  /** `write` stores the content as it is at the time of the call. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Joins the save that waits, or adds one. Rejects as `write` does. */
  save(): Promise<void> {
    this.#waiting ??= this.#queue.run(() => {
      this.#waiting = null;
      return this.#write();
    });
    return this.#waiting;
  }

  /** Resolves once all saves requested so far have ended. Never rejects. */
  settle(): Promise<void> {
    return this.#queue.settle();
  }
}
