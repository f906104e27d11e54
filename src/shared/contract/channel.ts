import type { z } from 'zod';

/** A call from the page to the program: the schemas of its input and its output. */
export interface Channel<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}
