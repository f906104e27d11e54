import { EventEmitter } from 'node:events';
import { Double, NotModeled, withoutSuffix } from './not-modeled.ts';

type Listener<Arguments extends unknown[]> = (...args: Arguments) => void;

/** The modeled events, each with its `on` call. Compiles only if Electron has the event with these arguments. */
export type Modeled<Full, Events extends Record<keyof Events, unknown[]>> = {
  readonly [Name in keyof Events]: (emitter: Full, listener: Listener<Events[Name]>) => unknown;
};

/** Emits the modeled events. Listening for another event throws `NotModeled`, because the event would never come. */
export abstract class EmitterDouble<Full, Events extends Record<keyof Events, unknown[]>> extends Double {
  readonly #emitter = new EventEmitter();
  readonly #modeled: Modeled<Full, Events>;

  constructor(modeled: Modeled<Full, Events>) {
    super();
    this.#modeled = modeled;
  }

  on<Name extends keyof Events & string>(name: Name, listener: Listener<Events[Name]>): this {
    this.#check(name);
    // `emit` checks the arguments that Node passes to the listener.
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

  emit<Name extends keyof Events & string>(name: Name, ...args: Events[Name]): boolean {
    return this.#emitter.emit(name, ...args);
  }

  #check(name: string): void {
    if (!Object.hasOwn(this.#modeled, name))
      throw new NotModeled(`the event "${name}" of ${withoutSuffix(this.constructor.name)}`);
  }
}

/** Creates an event with `preventDefault` and the given details. */
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
