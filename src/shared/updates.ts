import { z } from 'zod';

const version = z.string();

/** What is known about updates of the program. */
export const updateStatusSchema = z.discriminatedUnion('kind', [
  /** The program was not installed by an installer, or its installer has no address for updates. */
  z.strictObject({ kind: z.literal('unavailable') }),
  /** The user has not turned updates on. Nothing is requested. */
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({ kind: z.literal('unchecked') }),
  z.strictObject({ kind: z.literal('checking') }),
  z.strictObject({ kind: z.literal('current') }),
  z.strictObject({ kind: z.literal('downloading'), version }),
  /** A newer version that the user must install, because the program cannot. */
  z.strictObject({ kind: z.literal('found'), version }),
  /** Downloaded. `waitsForExport`: true if the restart waits for the end of an export. */
  z.strictObject({ kind: z.literal('ready'), version, waitsForExport: z.boolean() }),
  z.strictObject({ kind: z.literal('failed') }),
]);
export type UpdateStatus = z.output<typeof updateStatusSchema>;
