/** Thrown by every part of Electron that the double does not model. */
export class NotModeled extends Error {
  constructor(what: string) {
    super(`The Electron double does not model ${what}.`);
    this.name = 'NotModeled';
  }
}

/** Names that promises, `JSON.stringify` and Node's inspection read of any object. */
const namesReadOfAnyObject: ReadonlySet<PropertyKey> = new Set(['then', 'toJSON', 'inspect']);

/** Creates the last object of a prototype chain. Throws for names that no object before it has. */
function throwingPrototype(base: object, nameOf: (receiver: object) => string): object {
  return new Proxy(base, {
    get(target, property, receiver) {
      if (typeof property === 'symbol' || property in target || namesReadOfAnyObject.has(property))
        return Reflect.get(target, property, receiver);
      throw new NotModeled(`${nameOf(receiver)}.${property}`);
    },
    set(_target, property, _value, receiver) {
      throw new NotModeled(`setting ${nameOf(receiver)}.${String(property)}`);
    },
  });
}

/** Returns Electron's name of a class of the double. */
export const withoutSuffix = (name: string): string => name.replace(/Double$/, '');

/** Base of all doubles. Throws `NotModeled` for members that the double does not have. */
export abstract class Double {}
Object.setPrototypeOf(
  Double.prototype,
  throwingPrototype(Object.prototype, (receiver) => withoutSuffix(receiver.constructor.name)),
);
Object.setPrototypeOf(
  Double,
  throwingPrototype(Function.prototype, (receiver) => ('name' in receiver ? withoutSuffix(String(receiver.name)) : '')),
);

/** Throws `NotModeled` for the first key of `given` that is not among `modeled`. */
export function refuseOtherKeys(given: object, modeled: readonly string[], what: string): void {
  const other = Object.keys(given).find((key) => !modeled.includes(key));
  if (other !== undefined) throw new NotModeled(`the option "${other}" of ${what}`);
}

type EmitterMember = keyof NodeJS.EventEmitter;

/**
 * Casts a double to the type it replaces. The compiler checks the members it has against Electron's types. Missing
 * members throw when they are used. Events are checked where they are declared, because overloads cannot be compared.
 */
export function standIn<Full extends object>(double: Double & Partial<Omit<Full, EmitterMember>>): Full {
  // Safe, because missing members throw.
  return double as unknown as Full;
}
