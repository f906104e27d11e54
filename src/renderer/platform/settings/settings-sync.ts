import type { Settings } from '../../../shared/contract/settings.ts';
import { SerialQueue } from '../../../shared/time/serial-queue.ts';
import type { Result } from '../../../shared/values/result.ts';

/** Milliseconds in which the event of an own change may come after its confirmation, because another page passes it on. */
const maxLateMs = 5000;

/**
 * Merges settings events from the core with the page's own changes, which apply immediately and may still be
 * unconfirmed. While a change is unconfirmed, events are held back: they may not contain the change yet.
 */
export class SettingsSync {
  readonly #put: (settings: Settings) => void;
  /** Requests over HTTP can overtake each other, and the last change must win. */
  readonly #queue = new SerialQueue();
  /** Changes that wait for the ones before. */
  readonly #unsent = new Set<() => unknown>();
  /** Number of own changes that the core has not confirmed. */
  #unconfirmed = 0;
  /** The latest event that arrived while a change was unconfirmed. */
  #heldBack: Settings | null = null;
  /** JSON of the settings that the core has confirmed last. */
  #confirmed = '';
  /** JSON of those that it had confirmed before, with the time until which their event may come. */
  readonly #superseded = new Map<string, number>();

  constructor(put: (settings: Settings) => void) {
    this.#put = put;
  }

  /** True if an own change is unconfirmed. */
  get isWaiting(): boolean {
    return this.#unconfirmed > 0;
  }

  accept(settings: Settings): void {
    if (this.#isLate(settings)) return;
    if (this.isWaiting) this.#heldBack = settings;
    else this.#put(settings);
  }

  /** Sends an own change, which the caller has applied already, after the ones before. Returns the core's result. */
  async change(send: () => Promise<Result<Settings>>): Promise<Result<Settings>> {
    this.#unconfirmed += 1;
    let sent: Promise<Result<Settings>> | undefined;
    const sendOnce = (): Promise<Result<Settings>> => {
      this.#unsent.delete(sendOnce);
      sent ??= send();
      return sent;
    };
    this.#unsent.add(sendOnce);
    const result = await this.#queue.run(sendOnce);
    this.#unconfirmed -= 1;
    if (result.ok) this.#confirm(result.data);
    if (this.isWaiting) return result;
    // The core reports each change, in order, before it returns the result. The latest event holds the effective
    // settings, also after a failure.
    const heldBack = this.#heldBack && !this.#isLate(this.#heldBack) ? this.#heldBack : null;
    const settings = heldBack ?? (result.ok ? result.data : null);
    this.#heldBack = null;
    if (settings) this.#put(settings);
    return result;
  }

  #confirm(settings: Settings): void {
    const confirmed = JSON.stringify(settings);
    this.#superseded.set(this.#confirmed, performance.now() + maxLateMs);
    this.#superseded.delete(confirmed);
    this.#confirmed = confirmed;
  }

  /** True for the event of an own change after which the core has confirmed another one. */
  #isLate(settings: Settings): boolean {
    for (const [earlier, until] of this.#superseded) if (until < performance.now()) this.#superseded.delete(earlier);
    return this.#superseded.size > 0 && this.#superseded.has(JSON.stringify(settings));
  }

  /** Sends the changes that wait for others now, for a page that is about to go. */
  sendAll(): void {
    for (const send of this.#unsent) send();
  }
}
