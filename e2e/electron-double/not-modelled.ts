/** Raised by everything of Electron that the double has no model of, so that nothing passes for what it is not. */
export class NotModelled extends Error {
  constructor(what: string) {
    super(`The Electron double does not model ${what}.`);
    this.name = 'NotModelled';
  }
}

/** What promises, `JSON.stringify` and Node's inspection look for on any object. */
const askedOfAnything: ReadonlySet<PropertyKey> = new Set(['then', 'toJSON', 'inspect']);

/** What objects inherit from last: a name that nothing before it has is one that is not modelled. */
function lastResort(base: object, nameOf: (receiver: object) => string): object {
  return new Proxy(base, {
    get(target, property, receiver) {
      if (typeof property === 'symbol' || property in target || askedOfAnything.has(property))
        return Reflect.get(target, property, receiver);
      throw new NotModelled(`${nameOf(receiver)}.${property}`);
    },
    set(_target, property, _value, receiver) {
      throw new NotModelled(`setting ${nameOf(receiver)}.${String(property)}`);
    },
  });
}

/** The name in Electron of what a class stands in for. */
export const withoutSuffix = (name: string): string => name.replace(/Double$/, '');

/** What stands in for an object or a class of Electron: what it does not have, it does not pass over in silence. */
export abstract class Double {}
Object.setPrototypeOf(
  Double.prototype,
  lastResort(Object.prototype, (receiver) => withoutSuffix(receiver.constructor.name)),
);
Object.setPrototypeOf(
  Double,
  lastResort(Function.prototype, (receiver) => ('name' in receiver ? withoutSuffix(String(receiver.name)) : '')),
);

/** Throws `NotModelled` for the first key of `given` that is not among `modelled`. */
export function refuseOtherKeys(given: object, modelled: readonly string[], what: string): void {
  const other = Object.keys(given).find((key) => !modelled.includes(key));
  if (other !== undefined) throw new NotModelled(`the option "${other}" of ${what}`);
}

type EmitterMember = keyof NodeJS.EventEmitter;

/**
 * A double as the whole thing that it stands in for. What it has is checked against Electron's own types; what it has
 * not throws when it is used. (Its events are checked where they are declared: overloads cannot be compared.)
 */
export function standIn<Full extends object>(double: Double & Partial<Omit<Full, EmitterMember>>): Full {
  // The double throws for every member that it does not have, so nothing can mistake it for the whole.
  return double as unknown as Full;
}
