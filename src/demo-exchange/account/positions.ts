import type { MarginMode } from './wire-rows.ts';

/** What the account holds or held of a future, in one margin mode and on one side. */
export interface Position {
  /** Index of the instrument in the list of futures. */
  readonly instrument: number;
  readonly marginMode: MarginMode;
  readonly isLong: boolean;
  /** Steps of the instrument's precision. 0 once the position is closed. */
  readonly size: number;
  /** Creation of its first order and of the order that closed it, in seconds after the anchor. `until`: `null` while it is open. */
  readonly from: number;
  readonly until: number | null;
}

export interface Execution extends Pick<Position, 'instrument' | 'marginMode'> {
  readonly created: number;
  readonly buys: boolean;
  readonly opens: boolean;
  /** Steps of the instrument's precision. */
  readonly executed: number;
}

/** Returns the positions that orders form, taken from the oldest to the newest. */
export function positionsOf(executions: Iterable<Execution>): Position[] {
  const open = new Map<string, Position>();
  const closed: Position[] = [];
  for (const { instrument, marginMode, created, buys, opens, executed } of executions) {
    const isLong = buys === opens;
    const lane = `${instrument} ${marginMode} ${isLong}`;
    const before = open.get(lane);
    const size = Math.max(0, (before?.size ?? 0) + (opens ? executed : -executed));
    if (size > 0) open.set(lane, { instrument, marginMode, isLong, size, from: before?.from ?? created, until: null });
    else if (before !== undefined) {
      closed.push({ ...before, size, until: created });
      open.delete(lane);
    }
  }
  return [...closed, ...open.values()];
}
