import { z } from 'zod';
import { maxRequestsPerWindow } from './account-input.ts';
import { type AccountSummary, type ConnectionStatus, signingVariants } from './domain.ts';

export const accountIdSchema = z.string().min(1).max(100);
const signingVariant = z.enum(signingVariants);
const requestsPerWindow = z.number().int().min(1).max(maxRequestsPerWindow);
const timestamp = z.number();
/** Only limits the size. The rules of `account-input.ts` are checked later. */
const text = z.string().max(10_000);

/** Credentials cross in this direction only: no output of the contract contains them. */
const newCredentials = z.strictObject({ token: text, secretKey: text });

export const accountChangeSchema = z.strictObject({
  /** Missing for a new account, which then needs credentials. */
  id: accountIdSchema.optional(),
  name: text,
  baseUrl: text,
  signingVariant,
  requestsPerWindow,
  /** Default: the stored credentials stay where they are. */
  credentials: newCredentials.optional(),
  /** Where to store these credentials. */
  place: z.enum(['keychain', 'session']),
});
export type AccountChange = z.output<typeof accountChangeSchema>;

export const connectionTestSchema = z.union([
  /** A saved account. */
  z.strictObject({ id: accountIdSchema }),
  /** An edited account with its stored credentials. */
  z.strictObject({ id: accountIdSchema, baseUrl: text, signingVariant }),
  /** A new account. */
  z.strictObject({ baseUrl: text, signingVariant, credentials: newCredentials }),
]);
export type ConnectionTest = z.output<typeof connectionTestSchema>;

export const accountSummarySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['demo', 'live']),
  baseUrl: z.string(),
  signingVariant,
  requestsPerWindow,
  credentials: z
    .strictObject({ place: z.enum(['keychain', 'session']), savedAt: timestamp, endsIn: z.string() })
    .nullable(),
}) satisfies z.ZodType<AccountSummary>;

export const connectionSchema = z.strictObject({
  account: z.string(),
  pausedUntil: timestamp.nullable(),
  clockOffset: z.number(),
  clockSkewed: z.boolean(),
  offline: z.boolean(),
  queued: z.number().int().min(0),
}) satisfies z.ZodType<ConnectionStatus>;
