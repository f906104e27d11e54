import { z } from 'zod';
import { errorCodes, keychainReasons, proxyReasons, unreachableReasons } from '../values/error-codes.ts';
import { timestampSchema } from './values.ts';

/** A failure as it crosses from the host to the page. Failures cross as data, never as thrown exceptions. */
export const failureSchema = z.strictObject({
  code: z.enum(errorCodes),
  /** English detail for the log. The user reads the text of `code`. */
  message: z.string(),
  /** The exchange's own words. `errmsg` is untrusted text: show it as plain text. */
  service: z
    .strictObject({
      errno: z.number().exactOptional(),
      errmsg: z.string().exactOptional(),
      httpStatus: z.number().exactOptional(),
    })
    .exactOptional(),
  /** In the state of a list: when the program retries (epoch ms). Missing if the program waits for the user. */
  retryAt: timestampSchema.exactOptional(),
  /** Set with `keychain-unavailable`, and with `not-authenticated` if the account has no stored credentials. */
  keychain: z.enum(keychainReasons).exactOptional(),
  /** The operating system's own words about the keychain, if Orderglass does not know them. Untrusted text: show it as plain text. */
  systemText: z.string().exactOptional(),
  /** Set with `offline` if the proxy prevents the request. */
  proxy: z.enum(proxyReasons).exactOptional(),
  /** HTTP status with which the proxy refused. */
  proxyStatus: z.number().exactOptional(),
  /** Set with `offline` if the system tells why. */
  unreachable: z.enum(unreachableReasons).exactOptional(),
});
export type Failure = z.output<typeof failureSchema>;
