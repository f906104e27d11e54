import type { HistoryFilter, HistorySort, HistoryState } from '../../shared/contract/history.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { type PnlSign, pnlSigns } from '../../shared/orders/history.ts';
import { tagsOf } from '../../shared/orders/notes.ts';
import { matchesText } from '../../shared/rows/text-filter.ts';
import { dayOf } from '../../shared/time/days.ts';
import { compareDecimals, signOf, sum } from '../../shared/values/decimal.ts';
import { succeed } from '../../shared/values/result.ts';
import type { Answers } from './fake-host.ts';
import { wholeHistory, wholeModes } from './samples.ts';

type Noted = Order & { note?: string };
type Condition = Exclude<keyof HistoryFilter, symbol>;

/** What a row must meet for each condition of a filter that tests use. */
const conditions: { [Name in Condition]?: (value: NonNullable<HistoryFilter[Name]>, row: Noted) => boolean } = {
  ids: (ids, { id }) => ids.includes(id),
  symbols: (symbols, { symbol }) => symbols.includes(symbol),
  withoutSymbols: (symbols, { symbol }) => !symbols.includes(symbol),
  marginModes: (modes, { marginMode }) => modes.includes(marginMode),
  sides: (sides, { side }) => sides.includes(side ?? 'other'),
  statuses: (statuses, { status }) => statuses.includes(status),
  pnl: ({ from, to }, { pnl }) =>
    pnl !== null &&
    (from === undefined || compareDecimals(pnl, from) >= 0) &&
    (to === undefined || compareDecimals(pnl, to) <= 0),
  // Days of UTC.
  created: (dates, { createdAt }) => {
    const { from = '', to = '9' } = 'from' in dates || 'to' in dates ? dates : {};
    const day = dayOf(createdAt, 'UTC');
    return from <= day && day <= to;
  },
  pnlSigns: (signs, { pnl }) => signs.includes(pnlSignOf(pnl)),
  tags: (tags, { note = '' }) => tags.some((tag) => tagsOf(note).includes(tag)),
  noted: (noted, { note }) => (note === undefined) === (noted === 'none'),
  text: (text, { symbol, id, note = '' }) => matchesText(text)(`${symbol} ${id} ${note}`),
};

const orders = 'order-history';

function pnlSignOf(pnl: Order['pnl']): PnlSign {
  return pnl === null ? 'none' : (pnlSigns[[1, -1, 0].indexOf(signOf(pnl))] ?? 'none');
}

/**
 * The whole order history of an account with its notes, newest order first, and an empty plan history. It sorts by PnL, ID and symbol, and
 * filters by the conditions above; another one fails the test.
 */
export class FakeArchive {
  readonly account: string;
  rows: readonly Noted[];
  readonly #send: (state: HistoryState) => void;
  #version = 1;

  /** `send`: sends the event of the host after a change. */
  constructor(account: string, rows: readonly Order[], send: (state: HistoryState) => void) {
    this.account = account;
    this.rows = rows;
    this.#send = send;
  }

  get answers(): Answers {
    return {
      syncHistory: ({ account, list }) => succeed(this.#stateOf(account, list)),
      readHistoryState: ({ account, list }) => succeed(this.#stateOf(account, list)),
      readHistoryChoices: ({ list }) =>
        succeed({
          version: this.#version,
          symbols: this.#choices(list, ({ symbol }) => symbol),
          kinds: this.#choices(list, ({ kind }) => kind),
          statuses: this.#choices(list, ({ status }) => status),
        }),
      readPlanHistory: () => succeed({ rows: [], total: 0, version: this.#version, anchor: null }),
      readOrderHistory: ({ filter, sort, from, count, anchor }) => {
        const rows = this.#find(filter).sort((a, b) => compareBy(sort, a, b));
        const position = rows.findIndex(({ key }) => key === anchor);
        const found = { total: rows.length, version: this.#version, anchor: position < 0 ? null : position };
        return succeed({ rows: rows.slice(from, from + count), ...found });
      },
      summarizeHistory: ({ list, filter }) =>
        succeed({ version: this.#version, ...summaryOf(list === orders ? this.#find(filter) : []) }),
      readOrdersByKey: () => succeed({ latest: null, found: [] }),
      readOrderExecution: () => succeed({ slices: [], waitingAt: null }),
      readOrderPlans: () => succeed([]),
      readTradePicture: () => succeed(null),
      readTradeOrders: () => succeed({ version: this.#version, trade: null, pnlFits: null, orders: [] }),
      readRowChanges: () => succeed([]),
      readTags: () => {
        const tags = this.rows.flatMap(({ note = '' }) => tagsOf(note));
        return succeed(
          Object.entries(Object.groupBy(tags, (tag) => tag)).map(([tag, all = []]) => ({ tag, notes: all.length })),
        );
      },
      saveNote: ({ key, text }) => {
        const noted = this.rows.map(({ note, ...row }) => ({
          ...row,
          ...(row.key === key ? text !== '' && { note: text } : note !== undefined && { note }),
        }));
        this.change(noted);
        return succeed({ outcome: 'saved', text });
      },
    };
  }

  /** Replaces the rows. */
  change(rows: readonly Noted[]): void {
    this.rows = rows;
    this.#version++;
    this.#send(this.#stateOf(this.account, orders));
  }

  #stateOf(account: string, list: HistoryState['list']): HistoryState {
    if (list !== orders) return { ...wholeHistory, account, list };
    return {
      ...wholeHistory,
      version: this.#version,
      rows: this.rows.length,
      modes: wholeModes,
      checkedAt: 1,
      account,
      list,
    };
  }

  #find(filter: HistoryFilter): Noted[] {
    const meets = Object.entries(filter).map(([name, value]) => {
      const condition = conditions[name as Condition] as ((value: unknown, row: Noted) => boolean) | undefined;
      if (condition === undefined) throw new Error(`The archive of a test has no filter by ${name}.`);
      return (row: Noted) => condition(value, row);
    });
    return this.rows.filter((row) => meets.every((isMet) => isMet(row)));
  }

  #choices(list: HistoryState['list'], read: (row: Order) => string): { value: string; rows: number }[] {
    return Object.entries(Object.groupBy(list === orders ? this.rows : [], read)).map(([value, rows = []]) => ({
      value,
      rows: rows.length,
    }));
  }
}

function compareBy(sort: readonly HistorySort[], a: Order, b: Order): number {
  for (const { field, direction } of sort) {
    const order =
      field === 'pnl'
        ? compareDecimals(a.pnl ?? '0', b.pnl ?? '0')
        : field === 'symbol' || field === 'id'
          ? compareTexts(a[field], b[field])
          : null;
    if (order === null) throw new Error(`The archive of a test has no sort by ${field}.`);
    if (order !== 0) return direction === 'ascending' ? order : -order;
  }
  return 0;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function summaryOf(rows: readonly Order[]) {
  const count = (isCounted: (row: Order) => boolean): number => rows.filter(isCounted).length;
  const amounts = rows.flatMap(({ pnl }) => pnl ?? []).sort(compareDecimals);
  const pnl = {
    quote: 'USDT',
    sum: amounts.reduce(sum, '0'),
    wins: count((row) => pnlSignOf(row.pnl) === 'profit'),
    losses: count((row) => pnlSignOf(row.pnl) === 'loss'),
    zeros: count((row) => pnlSignOf(row.pnl) === 'zero'),
    winRate: null,
    average: null,
    best: amounts.at(-1) ?? null,
    worst: amounts[0] ?? null,
  };
  return {
    rows: rows.length,
    filled: count(({ status }) => status === 'filled'),
    canceled: count(({ status }) => status === 'canceled'),
    failed: 0,
    pnl: [pnl],
    unknownPnl: count(({ action, pnl }) => action === 'close' && pnl === null),
  };
}
