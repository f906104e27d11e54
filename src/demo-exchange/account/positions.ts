import type { MarginMode } from './wire-rows.ts';

/** What the account holds or held of a future, in one margin mode and on one side. */
export interface Position {
  /** Index of the instrument in the list of futures. */
  readonly instrument: number;
  readonly marginMode: MarginMode;
  readonly isLong: boolean;
  /** Steps of the instrument's precision. 0 once the position is closed. */
  readonly size: number;
  /** When it was opened and closed, in seconds after the anchor. `until`: `null` while it is open. */
  readonly from: number;
  readonly until: number | null;
  /** False if one of its orders waited, so that it is uncertain when it was opened and closed. */
  readonly isCertain: boolean;
}
