import type { z } from 'zod';

/** A call from the page to the program: the schemas of its input and its output. */
export interface Channel<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

/**
 * A call that the local history of the named account answers, by its name (`history/worker`). The core forwards it by its name. The title
 * and the description are for a person.
 */
export interface Question extends Channel<z.ZodType<{ account: string }>> {
  readonly title: string;
  /** One sentence. */
  readonly description: string;
}
