import { z } from 'zod';
import type { Credentials } from '../../exchange/index.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { KeychainError } from './keychain-error.ts';

/** Limit of Windows (CRED_MAX_CREDENTIAL_BLOB_SIZE). It applies everywhere, so that an account can move to another computer. */
const maxEntryBytes = 2560;

const entrySchema = z.object({
  version: z.literal(1),
  token: z.string().min(1),
  secretKey: z.string().min(1),
});

/** Returns the entry's text. Throws `invalid-input` if the token or the secret key is empty, or both are too long for one entry. */
export function encodeEntry({ token, secretKey }: Credentials): string {
  if (token === '' || secretKey === '') {
    throw new OrderglassError('invalid-input', 'The access token and the secret key must not be empty.');
  }
  const entry = JSON.stringify({ version: 1, token, secretKey } satisfies z.input<typeof entrySchema>);
  const bytes = Buffer.byteLength(entry, 'utf8');
  if (bytes > maxEntryBytes) {
    throw new OrderglassError(
      'invalid-input',
      `The access token and the secret key are too long to be stored: ${bytes} bytes, at most ${maxEntryBytes} are possible.`,
    );
  }
  return entry;
}

/** Throws a `KeychainError` with `damaged-entry`, which does not quote the entry. */
export function decodeEntry(entry: string): Credentials {
  let value: unknown;
  try {
    value = JSON.parse(entry);
  } catch {
    throw new KeychainError('damaged-entry');
  }
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) throw new KeychainError('damaged-entry');
  return { token: parsed.data.token, secretKey: parsed.data.secretKey };
}
