import type { TimeRange } from '../../shared/days.ts';
import type { HistoryFilter } from '../../shared/history.ts';
import type { ListColumns } from './list-columns.ts';
import { MaskBuilder } from './mask-builder.ts';

/** The filtered rows. */
export interface RowMask {
  /** By number: 1 for a row of the filtered list. `null`: all rows are. */
  bytes: Uint8Array | null;
  /** Rows of the filtered list. */
  total: number;
}

/** What of a filter depends on more than the rows. */
export interface FilterTimes {
  /** See `resolveDates`. */
  created: TimeRange;
  /** The hour of creation of each row in the question's zone, by number; see `LocalHours`. */
  localHours(): Int32Array;
}

/** Which rows the filter lets through. */
export function maskRows(columns: ListColumns, filter: HistoryFilter, times: FilterTimes): RowMask {
  const mask = new MaskBuilder(columns.size);
  const { symbols, sides, kinds, actions, statuses, marginModes, leverage, weekdays, hours, pnlSigns, pnl } = filter;
  if (symbols) mask.keepTexts(columns.symbol, symbols);
  if (sides) mask.keepNamed(columns.side, sides);
  if (kinds) mask.keepTexts(columns.kind, kinds);
  if (actions && columns.action) mask.keepNamed(columns.action, actions);
  if (statuses) mask.keepTexts(columns.status, statuses);
  if (marginModes) mask.keepTexts(columns.marginMode, marginModes);
  if (leverage) mask.keepRange(columns.leverage, leverage);
  mask.keepTimes(columns.createdAt, times.created);
  if (weekdays || hours) mask.keepLocalTimes(times.localHours(), weekdays, hours);
  if (pnlSigns && columns.pnl) mask.keepSigns(columns.pnl, pnlSigns);
  if (pnl && columns.pnl) mask.keepRange(columns.pnl, pnl);
  if (filter.text !== undefined) mask.keepText(columns.symbol, columns.ids.folded, filter.text);
  return mask.finish();
}
