import { dayOf } from '../../shared/days.ts';
import { signOf } from '../../shared/decimal.ts';
import { marginModes, type Order, type PlanOrder } from '../../shared/domain.ts';
import { type HistoryField, type HistoryFilter, type PnlSign, pnlSigns } from '../../shared/history.ts';
import type { Text } from '../text/use-text.ts';
import { withPart } from './history-filter.ts';
import { partWords } from './history-filter-fields.ts';

/** A value of a cell by which a history can be filtered. */
export interface CellFilter {
  /** The value in words. */
  value: string;
  /** The filter that keeps only rows with the value, in addition to the other parts. */
  only: HistoryFilter;
  /** The filter that leaves these rows out as well; `null` if there is no such filter. */
  without: HistoryFilter | null;
}

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
export function cellFilters(
  fields: readonly HistoryField[],
  row: Order | PlanOrder,
  filter: HistoryFilter,
  zone: string,
  text: Text,
): CellFilter[] {
  const words = partWords(text);
  const ofPartition = <Part extends Partition>(part: Part, value: (typeof partitions)[Part][number]): CellFilter => {
    const kept: readonly string[] = filter[part] ?? [];
    const others = partitions[part].filter((other) => other !== value);
    const rest = others.filter((other) => kept.length === 0 || kept.includes(other));
    return {
      value: (words[part].word as (value: string) => string)(value),
      only: withPart(filter, part, [value] as HistoryFilter[Part]),
      without: withPart(filter, part, (rest.length > 0 ? rest : others) as HistoryFilter[Part]),
    };
  };
  const ofOpen = (part: Open, value: string): CellFilter => {
    const opposite = opposites[part];
    const kept = filter[part]?.filter((other) => other !== value);
    const left = new Set([...(filter[opposite] ?? []), value]);
    return {
      value: words[part].word(value),
      only: withPart(withPart(filter, part, [value]), opposite, undefined),
      without: withPart(withPart(filter, part, kept), opposite, [...left]),
    };
  };
  const known = <Value extends string>(value: string | null, names: readonly Value[]): Value | 'other' =>
    names.find((name) => name === value) ?? 'other';
  const ofField = (field: HistoryField): CellFilter | null => {
    switch (field) {
      case 'symbol':
        return ofOpen('symbols', row.symbol);
      case 'side':
        return ofPartition('sides', known(row.side, ['buy', 'sell']));
      case 'kind':
        return ofOpen('kinds', row.kind);
      case 'action':
        return 'action' in row ? ofPartition('actions', known(row.action, ['open', 'close'])) : null;
      case 'status':
        return ofOpen('statuses', row.status);
      case 'marginMode':
        return ofPartition('marginModes', row.marginMode);
      case 'pnl':
        return 'pnl' in row ? ofPartition('pnlSigns', signName(row.pnl)) : null;
      case 'leverage': {
        if (row.leverage === null) return null;
        const only = withPart(filter, 'leverage', { from: row.leverage, to: row.leverage });
        return { value: words.leverage.word(row.leverage), only, without: null };
      }
      case 'createdAt': {
        const day = dayOf(row.createdAt, zone);
        return { value: day, only: withPart(filter, 'created', { from: day, to: day }), without: null };
      }
      default:
        return null;
    }
  };
  return fields.flatMap((field) => ofField(field) ?? []);
}

function signName(pnl: string | null): PnlSign {
  if (pnl === null) return 'none';
  const sign = signOf(pnl);
  return sign === 0 ? 'zero' : sign > 0 ? 'profit' : 'loss';
}
