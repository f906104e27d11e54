import type { Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';

/**
 * Decides what is in force on the page of all that the core tells and answers, while changes of the page's own, which are in force
 * here at once, are on their way to it.
 */
export class SettingsSync {
  readonly #put: (settings: Settings) => void;
  #unanswered = 0;
  /** The last that was told meanwhile. */
  #told: Settings | null = null;

  constructor(put: (settings: Settings) => void) {
    this.#put = put;
  }

  /** Whether a change of the page's own is not answered yet. */
  get isWaiting(): boolean {
    return this.#unanswered > 0;
  }

  /** What the core tells while a change of ours is on its way may not have that change yet. */
  hear(settings: Settings): void {
    if (this.isWaiting) this.#told = settings;
    else this.#put(settings);
  }

  /** A change of the page's own, which it puts itself; `answer` is the core's. */
  async change(answer: Promise<Result<Settings>>): Promise<Result<Settings>> {
    this.#unanswered += 1;
    const result = await answer;
    this.#unanswered -= 1;
    if (this.isWaiting) return result;
    // Each change is told, in their order, before it is answered: what was told last is what is in force, also where this one failed.
    const settings = this.#told ?? (result.ok ? result.data : null);
    this.#told = null;
    if (settings) this.#put(settings);
    return result;
  }
}
