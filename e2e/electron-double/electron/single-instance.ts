import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';

type Listener = (argv: string[], workingDirectory: string, additionalData: unknown) => void;

interface Notice {
  argv: string[];
  workingDirectory: string;
  additionalData: unknown;
}

const noticePattern = /^ElectronDoubleNotice-\d+\.json$/;

/**
 * Allows one program per data folder. A file in the folder names the running program, and later ones leave a notice for
 * it.
 */
export class SingleInstance {
  readonly #folder: string;
  readonly #lock: string;
  #isHeld = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#lock = path.join(folder, 'ElectronDoubleLock');
  }

  /** Returns true for the first program. Notifies the first program of a second one. */
  acquire(additionalData: unknown): boolean {
    if (this.#isHeld) return true;
    mkdirSync(this.#folder, { recursive: true });
    if (!this.#holderRuns()) {
      writeFileSync(this.#lock, String(process.pid));
      this.#isHeld = true;
      return true;
    }
    const notice: Notice = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    const file = path.join(this.#folder, `ElectronDoubleNotice-${process.pid}.json`);
    writeFileSync(`${file}.new`, JSON.stringify(notice));
    renameSync(`${file}.new`, file);
    return false;
  }

  listen(listener: Listener): void {
    if (!this.#isHeld) return;
    watch(this.#folder, () => this.#readNotices(listener)).unref();
    this.#readNotices(listener);
  }

  release(): void {
    if (this.#isHeld) rmSync(this.#lock, { force: true });
    this.#isHeld = false;
  }

  #readNotices(listener: Listener): void {
    for (const name of readdirSync(this.#folder).filter((name) => noticePattern.test(name))) {
      const file = path.join(this.#folder, name);
      const notice: Notice = JSON.parse(readFileSync(file, 'utf8'));
      rmSync(file);
      listener(notice.argv, notice.workingDirectory, notice.additionalData);
    }
  }

  #holderRuns(): boolean {
    try {
      process.kill(Number(readFileSync(this.#lock, 'utf8')), 0);
      return true;
    } catch {
      return false;
    }
  }
}
