import Big from 'big.js';
import { useEffect } from 'react';
import { signOf } from '../../../shared/values/decimal.ts';
import { standingNotice } from '../../platform/notice.ts';
import { useThrottled } from '../../platform/use-throttled.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { decimalText } from '../text/figures.ts';
import type { RowIndex, TableColumn } from './column.ts';
import { loadedRows } from './copy.ts';
import { type RowSelection, selectedRange, selectedWords } from './row-selection.ts';

/** Maximum number of sums in the status line. */
const maxSums = 3;
/** Minimum time (ms) between two sums of the same selection while rows are coming in. */
const minIntervalMs = 1000;

/** Returns the exact sums of rows, such as "PnL +12.5 USDT": one for each summed column and currency. */
export function sumsOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], text: Text): string[] {
  return columns.flatMap(({ header, accessorFn, meta: { sumIn, isSigned } }) => {
    if (!sumIn) return [];
    const sums = new Map<string, Big>();
    for (const row of rows) {
      const value = accessorFn(row);
      const currency = sumIn(row);
      if (typeof value === 'string' && currency !== null)
        sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(value));
    }
    return Array.from(sums, ([currency, sum]) => {
      const figure = decimalText(sum.toFixed(), { minimumPlaces: 2 });
      return text.table.sum(header, isSigned && signOf(sum.toFixed()) > 0 ? `+${figure}` : figure, currency);
    });
  });
}

interface SummedSelection<Row> {
  index: RowIndex<Row>;
  columns: readonly TableColumn<Row>[];
  selection: RowSelection | null;
  /** True if the selection could not be extended as far as the user wanted. */
  isLimited: boolean;
}

/** Shows the number and the exact sums of the selected rows in the status line. */
export function useSelectionSums<Row>({ index, columns, selection, isLimited }: SummedSelection<Row>): void {
  const text = useText();
  const { from, count } = selection ? selectedRange(selection) : { from: 0, count: 0 };
  // An index that loads rows on demand changes with every scroll step, while rows of one version stay. Others have all their rows.
  const version = useThrottled(index.version, minIntervalMs);
  const content = index.readRange ? version : index;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for the index
  useEffect(() => {
    if (count === 0) return;
    let isCurrent = true;
    const show = (rows: readonly Row[]): void => {
      const sums = sumsOf(columns, rows, text).slice(0, maxSums);
      standingNotice.set(text.table.summed(sums, selectedWords(count, isLimited, text)));
    };
    const loaded = loadedRows(index, from, count);
    if (loaded) show(loaded);
    else {
      standingNotice.set(selectedWords(count, isLimited, text));
      void index.readRange?.(from, count).then((rows) => isCurrent && rows && show(rows));
    }
    return () => {
      isCurrent = false;
      standingNotice.set(null);
    };
  }, [from, count, isLimited, columns, text, content]);
}
