import { RandomStream } from '../numbers/random.ts';

const EIGHTEEN_MONTHS = 548 * 24 * 60 * 60;
/** The newest entry of the history is this old at the start. */
const NEWEST_AGE = 45;

/**
 * Creation times in seconds relative to the anchor, ascending over 18 months: a trader acts in bursts, with pauses
 * between them and now and then several orders in the same second.
 */
export function createTimeline(seed: number, count: number): Int32Array {
  const random = new RandomStream(seed);
  const elapsed = new Float64Array(count);
  let total = 0;
  for (let entry = 1; entry < count; entry++) {
    const kind = random.next();
    if (kind >= 0.08) total += random.exponential(kind < 0.7 ? 0.02 : 3);
    elapsed[entry] = total;
  }
  const span = EIGHTEEN_MONTHS - NEWEST_AGE;
  return Int32Array.from(elapsed, (time) => {
    const share = total === 0 ? 1 : time / total;
    return Math.floor(span * share) - EIGHTEEN_MONTHS;
  });
}
