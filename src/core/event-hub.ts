import { type EventName, type EventOf, events, type HostEvent } from '../shared/contract/index.ts';
import type { Log } from './logging/log-events.ts';

export type Listener = (event: HostEvent) => void;

/** Publishes events to all subscribers. */
export class EventHub {
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns a function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    // Wrapped, so that a function that subscribes twice has two subscriptions.
    const subscription = { listener };
    this.#listeners.add(subscription);
    return () => {
      this.#listeners.delete(subscription);
    };
  }

  /** Drops an event that does not match its schema. A listener that throws does not keep the event from the others. */
  emit<Name extends EventName>(name: Name, data: EventOf<Name>): void {
    const parsed = events[name].safeParse(data);
    if (!parsed.success) {
      this.#log({ event: 'event-dropped', name });
      return;
    }
    // The compiler does not know that the parsed data belongs to the name of its schema.
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
