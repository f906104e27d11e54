/** An encoded value that passes between two worlds of a page. */
type Passed =
  | { kind: 'value'; value: unknown }
  | { kind: 'function' | 'own-function' | 'promise'; id: number }
  | { kind: 'error'; message: string }
  | { kind: 'array'; items: Passed[] }
  | { kind: 'object'; entries: [string, Passed][] };

type Outcome = { ok: true; value: Passed } | { ok: false; error: Passed };
type AnyFunction = (...args: unknown[]) => unknown;

/** One end of the connection between two worlds. */
export interface Bridge {
  /** Calls a service of the other world synchronously. Throws what the service throws. */
  call(service: string, ...args: unknown[]): unknown;
}

/**
 * Reproduces Electron's context bridge between two worlds that share only a document: values are copied, functions and
 * promises are proxied. Events on a node that only the two ends know transfer both; Chromium clones event details
 * between worlds and delivers them synchronously.
 * Runs in a page as the text of this function, so it must not use anything outside itself.
 */
export function createBridge(
  port: EventTarget,
  own: string,
  other: string,
  services: Record<string, AnyFunction>,
): Bridge {
  const deepest = 1000;
  const functions = new Map<number, AnyFunction>();
  const idOf = new WeakMap<AnyFunction, number>();
  const idOfProxy = new WeakMap<AnyFunction, number>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let lastId = 0;

  function send(name: string, detail: unknown): void {
    port.dispatchEvent(new CustomEvent(name, { detail }));
  }

  function receive<Detail>(name: string, listener: (detail: Detail) => void, once = false): void {
    // The other end, this same function, sends these details.
    const onEvent = (event: Event): void => listener((event as CustomEvent<Detail>).detail);
    port.addEventListener(name, onEvent, { once });
  }

  function pass(value: unknown, depth = 0): Passed {
    if (depth >= deepest)
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    if (typeof value === 'function') return passFunction(value as AnyFunction);
    if (typeof value === 'symbol') throw new Error('The Electron double does not model passing a symbol.');
    if (typeof value !== 'object' || value === null) return { kind: 'value', value };
    if (value instanceof Promise) return passPromise(value);
    if (value instanceof Error) return { kind: 'error', message: value.message };
    if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => pass(item, depth + 1)) };
    if (value instanceof Node) throw new Error('The Electron double does not model passing an element.');
    if (Object.prototype.toString.call(value) !== '[object Object]') return { kind: 'value', value };
    return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, pass(item, depth + 1)]) };
  }

  function passFunction(value: AnyFunction): Passed {
    const proxied = idOfProxy.get(value);
    if (proxied !== undefined) return { kind: 'own-function', id: proxied };
    let id = idOf.get(value);
    if (id === undefined) {
      lastId += 1;
      id = lastId;
      idOf.set(value, id);
      functions.set(id, value);
    }
    return { kind: 'function', id };
  }

  function passPromise(value: Promise<unknown>): Passed {
    lastId += 1;
    const id = lastId;
    const settle = (settled: () => Outcome): void => send(`${other}:settle`, { id, outcome: settled() });
    value.then(
      (result) => settle(() => outcomeOf(() => result)),
      (error: unknown) => settle(() => ({ ok: false, error: passError(error) })),
    );
    return { kind: 'promise', id };
  }

  function passError(error: unknown): Passed {
    try {
      return pass(error);
    } catch (cause) {
      return pass(cause);
    }
  }

  function outcomeOf(work: () => unknown): Outcome {
    try {
      return { ok: true, value: pass(work()) };
    } catch (error) {
      return { ok: false, error: passError(error) };
    }
  }

  function take(passed: Passed): unknown {
    switch (passed.kind) {
      case 'value':
        return passed.value;
      case 'array':
        return passed.items.map(take);
      case 'error':
        return new Error(passed.message);
      case 'own-function':
        return functions.get(passed.id);
      case 'promise':
        return new Promise((resolve, reject) => promises.set(passed.id, { resolve, reject }));
      case 'function': {
        const proxy: AnyFunction = (...args) => callOther(passed.id, args);
        idOfProxy.set(proxy, passed.id);
        return proxy;
      }
      case 'object': {
        const object = {};
        for (const [key, item] of passed.entries)
          Object.defineProperty(object, key, {
            value: take(item),
            writable: true,
            enumerable: true,
            configurable: true,
          });
        return object;
      }
    }
  }

  function callOther(target: number | string, args: unknown[]): unknown {
    lastId += 1;
    const answer = `${own}:answer:${lastId}`;
    const answers: Outcome[] = [];
    receive<Outcome>(answer, (outcome) => answers.push(outcome), true);
    send(`${other}:call`, { target, answer, args: args.map((arg) => pass(arg)) });
    const outcome = answers[0];
    if (!outcome) throw new Error('An object could not be cloned.');
    if (outcome.ok) return take(outcome.value);
    throw take(outcome.error);
  }

  receive<{ target: number | string; answer: string; args: Passed[] } | null>(`${own}:call`, (call) => {
    if (call === null) return;
    const work = typeof call.target === 'number' ? functions.get(call.target) : services[call.target];
    send(
      call.answer,
      outcomeOf(() => work?.(...call.args.map(take))),
    );
  });
  receive<{ id: number; outcome: Outcome }>(`${own}:settle`, ({ id, outcome }) => {
    const promise = promises.get(id);
    promises.delete(id);
    if (outcome.ok) promise?.resolve(take(outcome.value));
    else promise?.reject(take(outcome.error));
  });

  return { call: (service, ...args) => callOther(service, args) };
}
