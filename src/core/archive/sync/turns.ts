import { type MarginMode, marginModes } from '../../../shared/domain.ts';

interface Reader {
  /** The time of the oldest row that was asked from or answered; Infinity before the first. */
  frontier: number;
}

/**
 * Whose turn it is to read the past: of the two margin modes the one that has come less far goes first, so that the merged list grows
 * evenly. The other one goes along where the limiter has places that nobody takes.
 */
export class Turns {
  readonly #readers = new Map<MarginMode, Reader>();
  readonly #isSaturated: () => boolean;
  #changed = Promise.withResolvers<void>();

  /** `isSaturated`: whether requests wait for the limiter already. */
  constructor(isSaturated: () => boolean) {
    this.#isSaturated = isSaturated;
  }

  join(mode: MarginMode): void {
    this.#readers.set(mode, { frontier: Number.POSITIVE_INFINITY });
    this.changed();
  }

  leave(mode: MarginMode): void {
    this.#readers.delete(mode);
    this.changed();
  }

  /** A mode has come so far; `null` where a row does not tell its time. */
  reached(mode: MarginMode, frontier: number | null): void {
    const reader = this.#readers.get(mode);
    if (reader !== undefined && frontier !== null) reader.frontier = frontier;
    this.changed();
  }

  isOf(mode: MarginMode): boolean {
    const own = this.#readers.get(mode);
    const other = marginModes.find((each) => each !== mode && this.#readers.has(each));
    if (own === undefined || other === undefined) return true;
    const { frontier } = this.#readers.get(other) ?? own;
    return own.frontier > frontier || (own.frontier === frontier && mode === marginModes[0]) || !this.#isSaturated();
  }

  /** Resolves once it is this mode's turn, and when the signal is aborted. */
  async wait(mode: MarginMode, signal: AbortSignal): Promise<void> {
    const wake = () => this.changed();
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted && !this.isOf(mode)) await this.#changed.promise;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  /** To be called after everything that `isSaturated` may hang on. */
  changed(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }
}
