import type { Schedule } from '../../shared/time/clock.ts';
import { OrderglassError } from '../../shared/values/errors.ts';

/** Longest time (ms) for which the user waits for the exchange; then the page is told that it takes longer. A pause of the rate limit alone can last a minute. */
const answerMs = 15_000;

/** Settles as `work` does, or rejects with `timeout` after 15 s. `work` continues. */
export function answerInTime<Result>(schedule: Schedule, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const cancel = schedule(
    () => late.reject(new OrderglassError('timeout', `the exchange has not answered within ${answerMs} ms`)),
    answerMs,
  );
  return Promise.race([work, late.promise]).finally(cancel);
}
