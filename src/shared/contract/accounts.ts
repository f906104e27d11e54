/** Accounts and their connections to the exchange. */
import { z } from 'zod';
import { maxRequestsPerWindow } from '../settings/account-input.ts';
import { signingVariants } from '../values/domain.ts';
import type { Channel } from './channel.ts';
import { failureSchema } from './failure.ts';
import { accountIdSchema, countSchema, timestampSchema } from './values.ts';

const signingVariant = z.enum(signingVariants);
/** Limit of the key, per 10 s. */
const requestsPerWindow = z.number().int().min(1).max(maxRequestsPerWindow);
/** Only limits the size. The rules of `account-input.ts` are checked later. */
const text = z.string().max(10_000);
/** Where credentials are stored. `session`: in memory only, until the program ends. */
const keptIn = z.enum(['keychain', 'session']);

/** Credentials cross in this direction only: no output of the contract contains them. */
const newCredentials = z.strictObject({ token: text, secretKey: text });

const accountChangeSchema = z.strictObject({
  /** Missing for a new account, which then needs credentials. */
  id: accountIdSchema.optional(),
  name: text,
  baseUrl: text,
  signingVariant,
  requestsPerWindow,
  /** Default: the stored credentials stay where they are. */
  credentials: newCredentials.optional(),
  /** Where to store these credentials. */
  keptIn,
});
export type AccountChange = z.output<typeof accountChangeSchema>;

/** Where an account's token and secret key are stored. Never contains the secrets themselves. */
const storedCredentialsSchema = z.strictObject({
  keptIn,
  savedAt: timestampSchema,
  /** Last characters of the token: at most four, '' for a short token. */
  endsIn: z.string(),
});
export type StoredCredentials = z.output<typeof storedCredentialsSchema>;

const accountSummarySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** `demo`: made-up data, marked DEMO wherever it is shown. */
  kind: z.enum(['demo', 'live']),
  /** '' for the demo account until its exchange runs. */
  baseUrl: z.string(),
  signingVariant,
  requestsPerWindow,
  /** `null` for the demo account, and for a live account whose credentials were for an earlier session. */
  credentials: storedCredentialsSchema.nullable(),
});
export type AccountSummary = z.output<typeof accountSummarySchema>;

/** Status of the connection between an account and its exchange. */
const connectionStatusSchema = z.strictObject({
  account: z.string(),
  /** End of the pause that the exchange asked for; `null` if there is none. */
  pausedUntil: timestampSchema.nullable(),
  /** True if the pause is because the exchange seems to be down, and not because of too many requests. */
  isDown: z.boolean(),
  /** The exchange's clock minus this computer's (ms); 0 while unknown. */
  clockOffset: z.number(),
  /** True if the offset exceeds 30 s, so that the user should set the clock. */
  clockSkewed: z.boolean(),
  offline: z.boolean(),
  /** Requests that wait for their turn or their next attempt. */
  queued: countSchema,
});
export type ConnectionStatus = z.output<typeof connectionStatusSchema>;

const connectionTestSchema = z.union([
  /** A saved account. */
  z.strictObject({ id: accountIdSchema }),
  /** An edited account with its stored credentials. */
  z.strictObject({ id: accountIdSchema, baseUrl: text, signingVariant }),
  /** A new account. */
  z.strictObject({ baseUrl: text, signingVariant, credentials: newCredentials }),
]);
export type ConnectionTest = z.output<typeof connectionTestSchema>;

/** `took`: milliseconds. */
const connectionCheckSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), took: z.number() }),
  z.strictObject({ ok: z.literal(false), error: failureSchema }),
]);
export type ConnectionCheck = z.output<typeof connectionCheckSchema>;

/** Results of one request without credentials and one with them. */
const connectionReportSchema = z.strictObject({
  public: connectionCheckSchema,
  signed: connectionCheckSchema,
  /** The exchange's clock minus this computer's (ms); `null` while unknown. */
  clockOffset: z.number().nullable(),
  /** Host and port of the proxy for the address, without its user name and password; `null` if there is none. */
  proxy: z.string().nullable(),
});
export type ConnectionReport = z.output<typeof connectionReportSchema>;

/** A keychain entry of a removed account, or of replaced credentials, that the keychain may still contain. */
const leftEntrySchema = z.strictObject({
  /** Name of the entry, without that of the service. */
  entry: z.string(),
  /** True if the keychain showed no such entry, as KeePassXC does after the user denied access. Otherwise removing it failed. */
  notShown: z.boolean(),
});
export type LeftEntry = z.output<typeof leftEntrySchema>;

const accountList = z.array(accountSummarySchema);
const leftEntries = z.array(leftEntrySchema).readonly();

export const accountChannels = {
  /** The demo account first, then the live accounts by name. */
  listAccounts: { input: z.strictObject({}), output: accountList },
  /** Adds or changes an account. Uses the keychain only if credentials are given. */
  saveAccount: { input: accountChangeSchema, output: accountSummarySchema },
  /** Also deletes the keychain entry, but does not wait for that. Deletes the local history only if requested. Returns the other accounts. */
  removeAccount: {
    input: z.strictObject({ id: accountIdSchema, withArchive: z.boolean().default(false) }),
    output: accountList,
  },
  /** Sends one request without credentials and one with them. Saves nothing. */
  testConnection: { input: connectionTestSchema, output: connectionReportSchema },
  readLeftEntries: { input: z.strictObject({}), output: leftEntries },
  /** Forgets the entries that the keychain did not show: the user knows them. Entries whose removal failed stay. */
  forgetLeftEntries: { input: z.strictObject({ entries: z.array(z.string().max(100)) }), output: leftEntries },
  readConnection: { input: z.strictObject({ account: accountIdSchema }), output: connectionStatusSchema },
} satisfies Record<string, Channel>;

export const accountEvents = {
  /** The result of `listAccounts`. */
  accountsChanged: accountList,
  /** The result of `readLeftEntries`. */
  leftEntriesChanged: leftEntries,
  connectionChanged: connectionStatusSchema,
};
