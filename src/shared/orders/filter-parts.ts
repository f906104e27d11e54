import { marginModes, sides } from '../values/domain.ts';
import { type HistoryList, pnlSigns } from './history.ts';
import { fieldsOf, orderFields } from './order-fields.ts';
import { type ArchiveList, executionMarks, positionSides, tradeStates } from './trades.ts';

interface Placed {
  /** `rare`: the form has the part under "More". `none`: the form has no field for it. Default: one of the first fields. */
  readonly form?: 'rare' | 'none';
  /** The field from which that of the part follows. A list without it does not have the part. Default: the field of the part. */
  readonly needs?: string;
}

/**
 * A part of a filter. From it are derived its schema (contract/filters.ts), the rows that it keeps (history/table/filter-conditions.ts), and its
 * chip, its field of the form, and the filters of cells by it (renderer/ui/filter/part-forms.ts). `field`: that of the rows.
 */
export type FilterPart = Placed &
  (
    | { readonly kind: 'text' | 'ids' | 'accounts' }
    /** Days or a span of time. */
    | { readonly kind: 'dates'; readonly field: string }
    /** Values of an open set. */
    | { readonly kind: 'values'; readonly field: string }
    /** Values of the same set, which are left out. */
    | { readonly kind: 'without'; readonly of: string }
    /** Values of a closed set. `other` is every value that is not in it, and none. */
    | { readonly kind: 'choice'; readonly field: string; readonly values: readonly string[] }
    /** Signs of a decimal. */
    | { readonly kind: 'signs'; readonly field: string; readonly values: readonly string[] }
    /** Whole numbers, of which some are chosen. */
    | { readonly kind: 'numbers'; readonly from: number; readonly to: number }
    /**
     * Both ends belong to it. `or`: the field is a price, and any of these may be within the range instead. `beside`: the part in whose
     * field it stands. `isExactInCells`: a cell filters by its value.
     */
    | {
        readonly kind: 'range';
        readonly field: string;
        readonly or?: readonly string[];
        readonly beside?: string;
        readonly isExactInCells?: true;
      }
    /** A range of milliseconds. */
    | { readonly kind: 'duration'; readonly field: string }
    /** `only`: rows with it alone. `none`: rows without it alone. */
    | { readonly kind: 'flag'; readonly field: string; readonly values: readonly ('only' | 'none')[] }
  );
export type FilterParts = Readonly<Record<string, FilterPart>>;

/** Parts of every filter on the notes of rows. A row needs one of the tags. */
export const noteParts = {
  noted: { kind: 'flag', field: 'noted', values: ['only', 'none'] },
  tags: { kind: 'values', field: 'tag' },
  withoutTags: { kind: 'without', of: 'tags' },
} as const satisfies FilterParts;

/** First parts of the filters of orders and of trades. */
const firstParts = {
  /** Words that must all occur in the symbol, the note, or the ID (of a trade: of one of its orders), ignoring case and compatibility forms. */
  text: { kind: 'text' },
  /** IDs of accounts of a joint archive. Has no effect on the archive of a single account. */
  accounts: { kind: 'accounts' },
  /** The form has a list of symbols with a search. */
  symbols: { kind: 'values', field: 'symbol', form: 'none' },
  withoutSymbols: { kind: 'without', of: 'symbols' },
} as const satisfies FilterParts;

/** Last parts of both. Weekdays (1 is Monday) and hours are those of the query's time zone: of an order at its creation, of a trade at its opening. */
const lastParts = {
  marginModes: { kind: 'choice', field: 'marginMode', values: marginModes, form: 'rare' },
  weekdays: { kind: 'numbers', from: 1, to: 7, form: 'rare' },
  hours: { kind: 'numbers', from: 0, to: 23, form: 'rare' },
  leverage: { kind: 'range', field: 'leverage', isExactInCells: true, form: 'rare' },
} as const satisfies FilterParts;

/** Parts of the filters of orders and of plan orders, in the order of the form. One on a field that a list does not have is ignored. */
export const historyParts = {
  ...firstParts,
  /** Exact IDs. */
  ids: { kind: 'ids' },
  created: { kind: 'dates', field: 'createdAt' },
  sides: { kind: 'choice', field: 'side', values: [...sides, 'other'] },
  actions: { kind: 'choice', field: 'action', values: ['open', 'close', 'other'] },
  /** Of the position that an order opens or closes. */
  positionSides: { kind: 'choice', field: 'positionSide', needs: 'action', values: positionSides, form: 'rare' },
  /** Values of `orderStatuses` or `planStatuses`, or "unknown:7" as in a row. */
  statuses: { kind: 'values', field: 'status' },
  withoutStatuses: { kind: 'without', of: 'statuses' },
  /** `none`: the service sent no PnL. */
  pnlSigns: { kind: 'signs', field: 'pnl', values: pnlSigns },
  pnl: { kind: 'range', field: 'pnl', beside: 'pnlSigns' },
  /** The service's words: "limit" of "buy-limit". */
  kinds: { kind: 'values', field: 'kind' },
  withoutKinds: { kind: 'without', of: 'kinds' },
  ...noteParts,
  /** Any price of the row. */
  price: {
    kind: 'range',
    field: 'price',
    or: ['averagePrice', 'triggerPrice', 'takeProfit', 'stopLoss'],
    form: 'rare',
  },
  ...lastParts,
} as const satisfies FilterParts;

/** Parts of the filter of trades, in the order of the form. An `unplaced` trade meets no condition on its side or state. */
export const tradeParts = {
  ...firstParts,
  /** Quote currencies, as `quoteOf` names them. */
  quotes: { kind: 'values', field: 'quote', form: 'none' },
  closed: { kind: 'dates', field: 'closedAt' },
  pnlSigns: { kind: 'signs', field: 'pnl', values: ['profit', 'loss', 'zero'] },
  pnl: { kind: 'range', field: 'pnl', beside: 'pnlSigns' },
  sides: { kind: 'choice', field: 'side', values: positionSides },
  states: { kind: 'choice', field: 'state', values: tradeStates },
  duration: { kind: 'duration', field: 'duration' },
  ...noteParts,
  opened: { kind: 'dates', field: 'openedAt', form: 'rare' },
  /** A trade whose R is unknown is in no range. */
  r: { kind: 'range', field: 'r', isExactInCells: true, form: 'rare' },
  price: { kind: 'range', field: 'entryPrice', or: ['exitPrice'], form: 'rare' },
  largestSize: { kind: 'range', field: 'largestSize', form: 'rare' },
  incomplete: { kind: 'flag', field: 'incomplete', values: ['none', 'only'], form: 'rare' },
  executions: { kind: 'choice', field: 'executions', values: executionMarks, form: 'rare' },
  ...lastParts,
} as const satisfies FilterParts;

/** The part with the days of each list: the toolbar steps through them, and typed days are theirs. */
export const periodPart = {
  'order-history': 'created',
  'plan-history': 'created',
  trades: 'closed',
} as const satisfies Record<ArchiveList, string>;

/** Returns the parts of the filter of a list, without those on fields that it does not have. */
export function filterPartsOf(list: ArchiveList): FilterParts {
  if (list === 'trades') return tradeParts;
  const lacking = lackingFields[list];
  return Object.fromEntries(
    Object.entries<FilterPart>(historyParts).filter(
      ([, part]) => !('field' in part && lacking.has(part.needs ?? part.field)),
    ),
  );
}

const lackingFields: Readonly<Record<HistoryList, ReadonlySet<string>>> = {
  'order-history': fieldsLackedBy('order-history'),
  'plan-history': fieldsLackedBy('plan-history'),
};

function fieldsLackedBy(list: HistoryList): ReadonlySet<string> {
  const own: readonly string[] = fieldsOf(list).map(({ name }) => name);
  return new Set(Object.keys(orderFields).filter((name) => !own.includes(name)));
}
