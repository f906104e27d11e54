import { OrderglassError } from '../../shared/errors.ts';
import type { TimedRow } from './list-reader.ts';
import type { ModeStream } from './mode-stream.ts';
import type { Step } from './steps.ts';

/** Which of two streams goes first: negative for the first of them. */
export type StreamOrder = <Row extends TimedRow>(a: ModeStream<Row>, b: ModeStream<Row>) => number;

/** Newest first; of the same time isolated before cross. */
export const newestFirst: StreamOrder = (a, b) =>
  urgency(a) - urgency(b) || (b.nextTime ?? 0) - (a.nextTime ?? 0) || modeRank(a) - modeRank(b);

/** Oldest first: the same order from its other end. */
export const oldestFirst: StreamOrder = (a, b) =>
  urgency(a) - urgency(b) || (a.nextTime ?? 0) - (b.nextTime ?? 0) || modeRank(b) - modeRank(a);

/** A row that cannot be read has no time: it follows the row before it at once. */
function urgency(stream: ModeStream<TimedRow>): number {
  return stream.nextTime === null ? 0 : 1;
}

function modeRank(stream: ModeStream<TimedRow>): number {
  return stream.marginMode === 'isolated' ? 0 : 1;
}

/**
 * Merges the streams by time, each in its own order whatever its times say. A row is handed on only when no stream can
 * still bring one that belongs before it; where more has to be read to know, that is done while there is less than `enough`.
 * A request that fails ends the merge: what there is by then is good, and whoever goes on meets the failure again. Rejects with
 * it only where there is nothing, and when cancelled.
 */
export async function merge<Row extends TimedRow>(
  streams: readonly ModeStream<Row>[],
  order: StreamOrder,
  enough: number,
): Promise<Step<Row>[]> {
  const merged: Step<Row>[] = [];
  for (;;) {
    const alive = streams.filter((stream) => !stream.isOver);
    const unread = alive.filter((stream) => stream.head === null);
    const unknown = unread.filter((stream) => stream.nextTime === null);
    const [next] = alive.toSorted(order);
    if (next === undefined) return merged;
    const needed = unknown.length > 0 ? unknown : unread.filter((stream) => stream === next);
    if (needed.length === 0) {
      const step = next.take();
      if (step !== null) merged.push(step);
    } else {
      if (merged.length >= enough || !needed.every((stream) => stream.mayFetch)) return merged;
      try {
        await Promise.all(needed.map((stream) => stream.fetch()));
      } catch (error) {
        if (merged.length === 0 || isCancelled(error)) throw error;
        return merged;
      }
    }
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof OrderglassError && error.code === 'cancelled';
}
