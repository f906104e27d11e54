import { type MarginMode, marginModes, type Timestamp } from '../../shared/values/domain.ts';

/**
 * Decides which margin mode backfills next. The mode that has reached less far back goes first, so that the merged list grows evenly.
 * The other mode may run while the rate limiter has capacity left.
 */
export class FairScheduler {
  /** Creation of the oldest row that each running mode has reached; Infinity before the first one. */
  readonly #frontiers = new Map<MarginMode, number>();
  readonly #isSaturated: () => boolean;
  #changed = Promise.withResolvers<void>();

  /** `isSaturated`: true if requests are waiting for the rate limiter. */
  constructor(isSaturated: () => boolean) {
    this.#isSaturated = isSaturated;
  }

  join(mode: MarginMode): void {
    this.#frontiers.set(mode, Number.POSITIVE_INFINITY);
    this.#wake();
  }

  leave(mode: MarginMode): void {
    this.#frontiers.delete(mode);
    this.#wake();
  }

  /** `frontier`: creation of the row that the mode continues from; `null` if unknown. */
  reportProgress(mode: MarginMode, frontier: Timestamp | null): void {
    if (frontier !== null) this.#frontiers.set(mode, frontier);
    this.#wake();
  }

  /** Resolves when it is this mode's turn, and when the signal is aborted. */
  async wait(mode: MarginMode, signal: AbortSignal): Promise<void> {
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted && !this.#mayRun(mode)) await this.#changed.promise;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  #mayRun(mode: MarginMode): boolean {
    const own = this.#frontiers.get(mode);
    const other = marginModes.find((each) => each !== mode && this.#frontiers.has(each));
    if (own === undefined || other === undefined) return true;
    const frontier = this.#frontiers.get(other) ?? own;
    return own > frontier || (own === frontier && mode === marginModes[0]) || !this.#isSaturated();
  }

  #wake(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }
}
