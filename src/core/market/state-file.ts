import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Timestamp } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { readOrQuarantine, type SetAside, systemCode } from '../quarantine.ts';
import { SaveQueue } from '../save-queue.ts';

/** What becomes of a file that is not as it should be: for the log. */
export interface FileErrorHandler {
  wasSetAside(problem: SetAside): void;
  notSaved(error: unknown): void;
}

export interface KeptFileOptions<Content> {
  readonly file: string;
  readonly now: () => Timestamp;
  readonly trouble: FileErrorHandler;
  readonly empty: Content;
  /** `isWhole` is false where something could not be read and is missing from `content`. Throws where nothing can be read. */
  readonly read: (text: string) => { content: Content; isWhole: boolean };
  readonly write: (content: Content) => string;
}

/** A small file that is written whole, and what it holds. */
export class StateFile<Content> {
  /** What is written with the next save. */
  content: Content;
  readonly #options: KeptFileOptions<Content>;
  /** The file could neither be read nor set aside: to write would destroy it. */
  readonly #isSealed: boolean;
  readonly #saves = new SaveQueue(() => this.#write());
  #isRemoved = false;

  /** Never rejects: a file that cannot be used is set aside, and what can be read of it stays. */
  static async open<Content>(options: KeptFileOptions<Content>): Promise<StateFile<Content>> {
    const { content, problem } = await readOrQuarantine(options.file, options.now, options.read);
    const kept = new StateFile(options, content ?? options.empty, problem?.keptAs === null);
    if (problem) {
      options.trouble.wasSetAside(problem);
      if (content !== null) await kept.save().catch(() => {});
    }
    return kept;
  }

  private constructor(options: KeptFileOptions<Content>, content: Content, isSealed: boolean) {
    this.#options = options;
    this.content = content;
    this.#isSealed = isSealed;
  }

  /** Takes along all that changes until the write begins. Rejects with `storage-failed`. */
  save(): Promise<void> {
    return this.#saves.save();
  }

  /** Waits until everything is written that can be. */
  settle(): Promise<void> {
    return this.#saves.settle();
  }

  /** Nothing is written any more, and the file goes. Rejects with the system's error. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.settle();
    if (!this.#isSealed) await rm(this.#options.file, { force: true });
  }

  async #write(): Promise<void> {
    if (this.#isRemoved) return;
    const { file, write, trouble } = this.#options;
    try {
      if (this.#isSealed) throw new Error('sealed');
      await writeFileAtomically(file, write(this.content));
    } catch (error) {
      trouble.notSaved(error);
      const reason = this.#isSealed ? 'it can neither be read nor set aside' : systemCode(error);
      throw new OrderglassError('storage-failed', `${path.basename(file)} could not be written (${reason})`);
    }
  }
}
