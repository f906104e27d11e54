import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { quoteOf } from '../../../shared/market/symbols.ts';
import type { HistoryList } from '../../../shared/orders/history.ts';
import { request } from '../../platform/client.ts';
import type { Text } from '../../text/use-text.ts';
import type { TableColumn } from '../../ui/table/column.ts';

/**
 * True if all rows of an archive's list are of one quote currency, so that the headings need not speak of it. False until the rows are known.
 * `phase`: of the sync, after which they may be others. Read while `enabled`.
 */
export function useHasOneQuote(
  archive: string,
  list: HistoryList,
  phase: string | undefined,
  enabled: boolean,
): boolean {
  const { data } = useQuery({
    queryKey: ['history-quotes', archive, list, phase],
    queryFn: ({ signal }) => request('readHistoryChoices', { account: archive, list }, signal),
    enabled,
    gcTime: 10_000,
  });
  return useMemo(() => new Set(data?.symbols.map(({ value }) => quoteOf(value))).size === 1, [data]);
}

/** Returns the columns without the word for the quote currency in their headings. The details of a row name its currency. */
export function withoutQuote<Row>(columns: readonly TableColumn<Row>[], text: Text): TableColumn<Row>[] {
  const { gross, quote } = text.units;
  const both = text.clauses(gross, quote);
  return columns.map((column) => {
    const { unit } = column.meta;
    if (unit !== quote && unit !== both) return column;
    return { ...column, meta: { ...column.meta, unit: unit === both ? gross : '' } };
  });
}
