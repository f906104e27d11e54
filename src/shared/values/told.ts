/**
 * The three answers to a question about a position, a stop, a price or a size: it is, it is not, or it cannot be told, because of a reason
 * (docs/risk.md, "What the program may say"). The compiler lets no caller use an answer as a value before the third one is excluded.
 */

/** The third answer. */
export interface Untold<Why extends string = string> {
  readonly cannotBeTold: Why;
}

/** `Value` is no object, so that an answer is told apart by its type alone. */
export type Told<Value extends string | number | boolean | bigint, Why extends string> = Value | Untold<Why>;

export function untold<const Why extends string>(cannotBeTold: Why): Untold<Why> {
  return { cannotBeTold };
}

export function isTold<Value extends string | number | boolean | bigint>(answer: Value | Untold): answer is Value {
  return typeof answer !== 'object';
}
