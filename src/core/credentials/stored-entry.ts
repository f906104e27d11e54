import { z } from 'zod';
import { OrderglassError } from '../../shared/errors.ts';
import type { Credentials } from './credential-store.ts';
import { KeychainError } from './keychain-error.ts';

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows. It holds everywhere, so that an account can move to another machine. */
const maxEntryBytes = 2560;

const entrySchema = z.object({
  version: z.literal(1),
  token: z.string().min(1),
  secretKey: z.string().min(1),
});

/**
 * The text that is kept for an account.
 * @throws OrderglassError `invalid-input` if one of them is empty or both together are too long for a keychain
 */
export function encodeEntry({ token, secretKey }: Credentials): string {
  if (token === '' || secretKey === '') {
    throw new OrderglassError('invalid-input', 'The access token and the secret key must not be empty.');
  }
  const entry = JSON.stringify({ version: 1, token, secretKey } satisfies z.input<typeof entrySchema>);
  const bytes = Buffer.byteLength(entry, 'utf8');
  if (bytes > maxEntryBytes) {
    throw new OrderglassError(
      'invalid-input',
      `The access token and the secret key are too long to be kept: ${bytes} bytes as stored, at most ${maxEntryBytes} are possible.`,
    );
  }
  return entry;
}

/** @throws KeychainError `damaged-entry`, which says nothing of the entry's content */
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
