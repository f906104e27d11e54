import { OrderglassError } from '../../shared/errors.ts';

/**
 * Two accounts must never share an entry: a control character ends the name in the native call, and half a surrogate
 * pair becomes a replacement character there.
 * @throws OrderglassError `invalid-input`
 */
export function checkAccountId(accountId: string): void {
  if (accountId === '' || accountId.length > 100 || !accountId.isWellFormed() || /\p{Cc}/u.test(accountId)) {
    throw new OrderglassError('invalid-input', 'The account id must have 1 to 100 characters, no control characters.');
  }
}
