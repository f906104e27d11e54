import { type EventName, type EventOf, events, type HostEvent } from '../shared/contract.ts';
import type { Log } from './log.ts';

export type Listener = (event: HostEvent) => void;

/** Hands events to whoever listens. */
export class EventHub {
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Answers a function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    // Wrapped, so that one function that listens twice has two subscriptions.
    const subscription = { listener };
    this.#listeners.add(subscription);
    return () => {
      this.#listeners.delete(subscription);
    };
  }

  /** An event that is not of its contract's shape goes to nobody, and a listener that throws does not keep it from the others. */
  emit<Name extends EventName>(name: Name, data: EventOf<Name>): void {
    const parsed = events[name].safeParse(data);
    if (!parsed.success) {
      this.#log({ event: 'event-dropped', name });
      return;
    }
    // The compiler does not see that the data parsed by a name's schema is that name's.
    const event = { name, data: parsed.data } as HostEvent;
    for (const { listener } of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#log({ event: 'listener-failed', name, error });
      }
    }
  }
}
