import { EventEmitter } from 'node:events';
import { Double, NotModelled, withoutSuffix } from './not-modelled.ts';

type Listener<Arguments extends unknown[]> = (...args: Arguments) => void;

/** Each event by how one listens to it in Electron: it compiles only while Electron has it, with these arguments. */
export type Modelled<Full, Events extends Record<keyof Events, unknown[]>> = {
  readonly [Name in keyof Events]: (emitter: Full, listener: Listener<Events[Name]>) => unknown;
};

/** An emitter of the events that the double does emit; to listen for another would be to wait for ever, so it throws. */
export abstract class EmitterDouble<Full, Events extends Record<keyof Events, unknown[]>> extends Double {
  readonly #emitter = new EventEmitter();
  readonly #modelled: Modelled<Full, Events>;

  constructor(modelled: Modelled<Full, Events>) {
    super();
    this.#modelled = modelled;
  }

  on<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): this {
    this.#check(name);
    // Node hands every listener what the event was emitted with, which `emit` checks.
    this.#emitter.on(name, listener as Listener<unknown[]>);
    return this;
  }

  once<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): this {
    this.#check(name);
    this.#emitter.once(name, listener as Listener<unknown[]>);
    return this;
  }

  off<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): this {
    this.#check(name);
    this.#emitter.off(name, listener as Listener<unknown[]>);
    return this;
  }

  addListener<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): this {
    return this.on(name, listener);
  }

  removeListener<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): this {
    return this.off(name, listener);
  }

  removeAllListeners(name: keyof Events & string): this {
    this.#check(name);
    this.#emitter.removeAllListeners(name);
    return this;
  }

  listenerCount(name: keyof Events & string): number {
    return this.#emitter.listenerCount(name);
  }

  emit<Name extends keyof Events & string>(name: Name, ...args: Events[Name]): boolean {
    return this.#emitter.emit(name, ...args);
  }

  #check(name: string): void {
    if (!Object.hasOwn(this.#modelled, name))
      throw new NotModelled(`the event "${name}" of ${withoutSuffix(this.constructor.name)}`);
  }
}

/** An event that can be prevented, with what it says beside. */
export function createEvent<Details extends object>(details: Details): Electron.Event<Details> {
  let isPrevented = false;
  return {
    ...details,
    preventDefault() {
      isPrevented = true;
    },
    get defaultPrevented() {
      return isPrevented;
    },
  };
}
