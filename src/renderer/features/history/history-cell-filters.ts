import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import { signOf } from '../../../shared/decimal.ts';
import { marginModes } from '../../../shared/domain.ts';
import { type HistoryField, type PnlSign, pnlSigns } from '../../../shared/history.ts';
import { partWords } from '../../domain/orders/filter/history-filter-fields.ts';
import type { Text } from '../../text/use-text.ts';
import { type CellFilter, dayFilter, openFilter, partitionFilter, valueFilter } from '../../ui/filter/cell-filter.ts';

/** Parts of a filter whose names are all of their values, so that leaving one out is keeping the others. */
const partitions = {
  sides: ['buy', 'sell', 'other'],
  actions: ['open', 'close', 'other'],
  marginModes,
  pnlSigns,
} as const satisfies Partial<Record<keyof HistoryFilter, readonly string[]>>;
type Partition = keyof typeof partitions;

/** Parts with any number of values, and the parts that leave values out. */
const opposites = { symbols: 'withoutSymbols', kinds: 'withoutKinds', statuses: 'withoutStatuses' } as const;
type Open = keyof typeof opposites;

/** Returns the filters for the values of the fields that a cell shows. `zone`: time zone in which the days begin. */
export function historyCellFilters(
  fields: readonly HistoryField[],
  row: Order | PlanOrder,
  filter: HistoryFilter,
  zone: string,
  text: Text,
): CellFilter<HistoryFilter>[] {
  const words = partWords(text);
  const ofPartition = (part: Partition, value: string) => [
    partitionFilter(filter, part, value, { values: partitions[part], word: words[part].word }),
  ];
  const ofOpen = (part: Open, value: string) => [
    openFilter(filter, part, opposites[part], { value, word: words[part].word(value) }),
  ];
  const known = (value: string | null, names: readonly string[]): string =>
    names.find((name) => name === value) ?? 'other';
  return fields.flatMap((field): CellFilter<HistoryFilter>[] => {
    switch (field) {
      case 'symbol':
        return ofOpen('symbols', row.symbol);
      case 'side':
        return ofPartition('sides', known(row.side, ['buy', 'sell']));
      case 'kind':
        return ofOpen('kinds', row.kind);
      case 'action':
        return 'action' in row ? ofPartition('actions', known(row.action, ['open', 'close'])) : [];
      case 'status':
        return ofOpen('statuses', row.status);
      case 'marginMode':
        return ofPartition('marginModes', row.marginMode);
      case 'pnl':
        return 'pnl' in row ? ofPartition('pnlSigns', signName(row.pnl)) : [];
      case 'leverage':
        return valueFilter(filter, 'leverage', row.leverage, words.leverage.word);
      case 'createdAt':
        return [dayFilter(filter, 'created', row.createdAt, zone)];
      default:
        return [];
    }
  });
}

function signName(pnl: string | null): PnlSign {
  if (pnl === null) return 'none';
  const sign = signOf(pnl);
  return sign === 0 ? 'zero' : sign > 0 ? 'profit' : 'loss';
}
