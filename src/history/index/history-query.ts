import type { Timestamp } from '../../shared/domain.ts';
import type { HistoryFilter, HistorySort } from '../../shared/history.ts';

/** Which rows, in which order. */
export interface HistoryQuery {
  filter: HistoryFilter;
  /** The first decides; each next one where all before it are equal. A field that the list does not have is passed over. */
  sort: readonly HistorySort[];
  /** Days and hours of the filter are those of this zone; an IANA name. */
  zone: string;
  /** What date presets are counted from. */
  now: Timestamp;
}

/** The answer at one version of the index. It does not change when rows are put later. */
export interface HistorySelection {
  version: number;
  total: number;
  /** The rows' numbers in the order that was asked for. Not to be written to: it may be shared. */
  numbers: Uint32Array;
}
