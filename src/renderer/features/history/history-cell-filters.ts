import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import { type HistoryField, type PnlSign, pnlSigns } from '../../../shared/orders/history.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import { marginModes } from '../../../shared/values/domain.ts';
import { partWords } from '../../domain/orders/filter/history-filter-fields.ts';
import type { Text } from '../../text/use-text.ts';
import { type CellFilter, dayFilter, enumFilter, equalsFilter, valueFilter } from '../../ui/filter/cell-filter.ts';

/** Parts of a filter that have a closed set of values. */
const enums = {
  sides: ['buy', 'sell', 'other'],
  actions: ['open', 'close', 'other'],
  marginModes,
  pnlSigns,
} as const satisfies Partial<Record<keyof HistoryFilter, readonly string[]>>;
type EnumPart = keyof typeof enums;

/** Parts of a filter that have an open set of values, and the parts that leave values out. */
const opposites = { symbols: 'withoutSymbols', kinds: 'withoutKinds', statuses: 'withoutStatuses' } as const;
type ValuePart = keyof typeof opposites;

/** Returns the filters for the values of the fields that a cell shows. `zone`: time zone in which the days begin. */
export function historyCellFilters(
  fields: readonly HistoryField[],
  row: Order | PlanOrder,
  filter: HistoryFilter,
  zone: string,
  text: Text,
): CellFilter<HistoryFilter>[] {
  const words = partWords(text);
  const ofEnum = (part: EnumPart, value: string) => [
    enumFilter(filter, part, value, { values: enums[part], word: words[part].word }),
  ];
  const ofValue = (part: ValuePart, value: string) => [
    valueFilter(filter, part, opposites[part], { value, word: words[part].word(value) }),
  ];
  const known = (value: string | null, names: readonly string[]): string =>
    names.find((name) => name === value) ?? 'other';
  return fields.flatMap((field): CellFilter<HistoryFilter>[] => {
    switch (field) {
      case 'symbol':
        return ofValue('symbols', row.symbol);
      case 'side':
        return ofEnum('sides', known(row.side, ['buy', 'sell']));
      case 'kind':
        return ofValue('kinds', row.kind);
      case 'action':
        return 'action' in row ? ofEnum('actions', known(row.action, ['open', 'close'])) : [];
      case 'status':
        return ofValue('statuses', row.status);
      case 'marginMode':
        return ofEnum('marginModes', row.marginMode);
      case 'pnl':
        return 'pnl' in row ? ofEnum('pnlSigns', signName(row.pnl)) : [];
      case 'leverage':
        return equalsFilter(filter, 'leverage', row.leverage, words.leverage.word);
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
