import { type Failure, OrderglassError } from '../../shared/errors.ts';
import { describeError } from './describe-error.ts';
import type { DescribedError } from './entries.ts';

/** What the log says of a failure. */
export function failureFields({ code, service, keychain }: Failure) {
  return {
    code,
    errno: within(service?.errno, -999_999, 999_999),
    httpStatus: within(service?.httpStatus, 100, 599),
    keychain,
  };
}

/** What it says of the error behind a failure: that of one that nobody foresaw is all that tells where it arose. */
export function unforeseenError(error: unknown): { error?: DescribedError } {
  return error instanceof OrderglassError ? {} : { error: describeError(error) };
}

/** A number from outside, where it is as short as a code: a longer one could carry something. */
function within(number: number | undefined, least: number, most: number): number | undefined {
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
