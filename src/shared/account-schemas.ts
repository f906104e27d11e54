import { z } from 'zod';
import { maxRequestsPerWindow } from './account-input.ts';
import { type AccountSummary, type Connection, signingVariants } from './domain.ts';

export const accountIdSchema = z.string().min(1).max(100);
const signingVariant = z.enum(signingVariants);
const requestsPerWindow = z.number().int().min(1).max(maxRequestsPerWindow);
const timestamp = z.number();
/** What it may say is checked by the rules of `account-input`; this only keeps a call from carrying anything of any size. */
const text = z.string().max(10_000);

/** They go in this way, and none ever comes out. */
const newCredentials = z.strictObject({ token: text, secretKey: text });

export const accountChangeSchema = z.strictObject({
  /** Missing: a new account, which then needs credentials. */
  id: accountIdSchema.optional(),
  name: text,
  baseUrl: text,
  signingVariant,
  requestsPerWindow,
  /** Missing: those that are stored stay, and where they are. */
  credentials: newCredentials.optional(),
  /** Where the credentials of this call go. */
  place: z.enum(['keychain', 'session']),
});
export type AccountChange = z.output<typeof accountChangeSchema>;

export const connectionTestSchema = z.union([
  /** As it is saved. */
  z.strictObject({ id: accountIdSchema }),
  /** The stored credentials with what was edited around them. */
  z.strictObject({ id: accountIdSchema, baseUrl: text, signingVariant }),
  /** As it was typed. */
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
}) satisfies z.ZodType<Connection>;
