interface Operation<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

export type ScriptedOperations = {
  /** How often it was called. */
  count: Operation<null, number>;
  data: Operation<null, string>;
  numbers: Operation<number, Uint32Array>;
  /** Tells something first. */
  notice: Operation<null, null>;
  refuse: Operation<null, null>;
  fail: Operation<null, null>;
  wait: Operation<number, number>;
  crash: Operation<null, null>;
  exit: Operation<null, null>;
};
