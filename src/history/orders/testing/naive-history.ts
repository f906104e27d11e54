import Big from 'big.js';
import type { HistoryChoices, HistoryFilter, HistorySummary } from '../../../shared/contract/history.ts';
import type { Results, ResultsPart } from '../../../shared/contract/results.ts';
import type { DecimalRange } from '../../../shared/contract/values.ts';
import type { HistoryField, HistoryList, PnlSign } from '../../../shared/orders/history.ts';
import { tagsOf } from '../../../shared/orders/notes.ts';
import { type FieldOf, orderFields } from '../../../shared/orders/order-fields.ts';
import { compareTexts } from '../../../shared/rows/compare-texts.ts';
import { foldText } from '../../../shared/rows/fold-text.ts';
import { dayOf, hourOf, weekdayOf } from '../../../shared/testing/local-calendar.ts';
import { resolveDates } from '../../../shared/time/periods.ts';
import { compareDecimals, signOf, withoutZero } from '../../../shared/values/decimal.ts';
import {
  type Decimal,
  marginModes,
  orderStatuses,
  planStatuses,
  type Timestamp,
} from '../../../shared/values/domain.ts';
import type { HistoryQuery } from '../list-table.ts';
import type { NumberedRow } from './numbered-rows.ts';

/** Model of `ListTable`: implements the definitions in history.ts directly and without regard to speed. */
export class NaiveHistory<List extends HistoryList> {
  readonly #list: List;
  readonly #rows = new Map<number, Fields>();
  readonly #accounts: readonly string[];
  readonly #notes = new Map<number, string>();

  /** `accounts`: of a joint archive, in their order. */
  constructor(list: List, accounts: readonly string[] = []) {
    this.#list = list;
    this.#accounts = accounts;
  }

  put(rows: readonly NumberedRow<List>[]): void {
    for (const row of rows) this.#rows.set(row.number, withoutZeroPrices({ ...noFields, ...row }));
  }

  setNote(number: number, text: string): void {
    this.#notes.set(number, text);
  }

  select(query: HistoryQuery): number[] {
    return this.#filtered(query.filter, query.zone, query.now)
      .sort((a, b) => {
        for (const { field, direction } of query.sort) {
          // When a plan order ended is no field of a row.
          if (field === 'endedAt') continue;
          const sign = direction === 'ascending' ? 1 : -1;
          const order = field === 'account' ? sign * this.#compareAccounts(a, b) : compareField(a, b, field, sign);
          if (order !== 0) return order;
        }
        return compareDefault(a, b);
      })
      .map((row) => row.number);
  }

  summarize(filter: HistoryFilter, zone: string, now: Timestamp): Omit<HistorySummary, 'version'> {
    const rows = this.#filtered(filter, zone, now);
    const withStatus = (...statuses: string[]) => rows.filter((row) => statuses.includes(row.status)).length;
    const quotes = this.#list === 'order-history' ? quotesOf(rows) : [];
    return {
      rows: rows.length,
      filled: withStatus('filled', 'fully-executed'),
      canceled: withStatus('canceled', 'partially-canceled'),
      failed: withStatus('failed'),
      pnl: quotes.map((quote) => {
        const values = pnlOf(rows.filter((row) => quoteOf(row.symbol) === quote));
        const wins = values.filter((value) => signOf(value) > 0).length;
        const losses = values.filter((value) => signOf(value) < 0).length;
        const sum = sumOf(values);
        const sorted = values.sort(compareDecimals).map(plain);
        return {
          quote,
          sum: sum.toFixed(),
          wins,
          losses,
          zeros: values.length - wins - losses,
          winRate: wins + losses === 0 ? null : divide(new Big(wins).times(100), wins + losses, 2),
          average: wins + losses === 0 ? null : divide(sum, wins + losses, 8),
          best: sorted.at(-1) ?? null,
          worst: sorted[0] ?? null,
        };
      }),
      unknownPnl: this.#list === 'order-history' ? rows.filter(mayLackPnl).length : 0,
    };
  }

  results(filter: HistoryFilter, zone: string, now: Timestamp, wanted?: string): Omit<Results, 'version'> {
    const all = this.#filtered(filter, zone, now);
    const quotes = quotesOf(all);
    const quote = wanted !== undefined && quotes.includes(wanted) ? wanted : (quotes[0] ?? '');
    const rows = all.filter((row) => quoteOf(row.symbol) === quote);
    const parts = (keyOf: (row: Fields) => string): Map<string, ResultsPart> =>
      new Map([...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, partOf(group)]));
    const days = parts((row) => dayOf(row.createdAt, zone));
    const weekdays = parts((row) => String(weekdayOf(row.createdAt, zone)));
    const hours = parts((row) => String(hourOf(row.createdAt, zone)));
    let total = new Big(0);
    return {
      quotes,
      quote,
      days: [...days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, part]) => {
          total = total.plus(part.pnl);
          return { day, ...part, total: total.toFixed() };
        }),
      symbols: [...parts((row) => row.symbol)]
        .map(([symbol, part]) => ({ symbol, ...part }))
        .sort((a, b) => compareDecimals(b.pnl, a.pnl) || compareTexts(a.symbol, b.symbol)),
      tags: [...new Set(rows.flatMap((row) => this.#tagsOf(row)))]
        .map((tag) => ({ tag, ...partOf(rows.filter((row) => this.#tagsOf(row).includes(tag))) }))
        .sort((a, b) => compareDecimals(b.pnl, a.pnl) || compareTexts(a.tag, b.tag)),
      accounts: this.#accounts.flatMap((account) => {
        const own = rows.filter((row) => row.account === account);
        return own.length === 0 ? [] : { account, ...partOf(own) };
      }),
      weekdays: Array.from({ length: 7 }, (_, day) => weekdays.get(String(day + 1)) ?? partOf([])),
      hours: Array.from({ length: 24 }, (_, hour) => hours.get(String(hour)) ?? partOf([])),
      drawdown: drawdownOf(rows.toSorted((a, b) => compareDefault(b, a))),
    };
  }

  choices(): Omit<HistoryChoices, 'version'> {
    const rows = [...this.#rows.values()];
    const count = (of: (row: Fields) => string) =>
      [...Map.groupBy(rows, of)].map(([value, group]) => ({ value, rows: group.length }));
    const byText = (a: { value: string }, b: { value: string }) => compareTexts(a.value, b.value);
    const order = this.#list === 'order-history' ? orderStatuses : planStatuses;
    return {
      symbols: count((row) => row.symbol).sort(byText),
      kinds: count((row) => row.kind).sort(byText),
      statuses: count((row) => row.status).sort(
        (a, b) => positionIn(order, a.value) - positionIn(order, b.value) || byText(a, b),
      ),
    };
  }

  #compareAccounts(a: Fields, b: Fields): number {
    return this.#accounts.indexOf(a.account ?? '') - this.#accounts.indexOf(b.account ?? '');
  }

  #tagsOf({ number }: Fields): string[] {
    return tagsOf(this.#notes.get(number) ?? '');
  }

  #filtered(filter: HistoryFilter, zone: string, now: Timestamp): Fields[] {
    return [...this.#rows.values()].filter((row) => matches(row, this.#notes.get(row.number) ?? '', filter, zone, now));
  }
}

function withoutZeroPrices(row: Fields): Fields {
  return {
    ...row,
    averagePrice: row.averagePrice && withoutZero(row.averagePrice),
    triggerPrice: withoutZero(row.triggerPrice ?? null),
    takeProfit: withoutZero(row.takeProfit ?? null),
    stopLoss: withoutZero(row.stopLoss ?? null),
  };
}

/** Fields of both lists; `undefined` if the row's list does not have the field. */
type Fields = Omit<NumberedRow<'order-history'>, 'status' | OrderOwn> & {
  [Field in OrderOwn]: NumberedRow<'order-history'>[Field] | undefined;
} & { status: string } & {
  [Field in PlanOwn]: NumberedRow<'plan-history'>[Field] | undefined;
};
type OrderOwn = Exclude<FieldOf<'order-history'>, FieldOf<'plan-history'>>;
type PlanOwn = Exclude<FieldOf<'plan-history'>, FieldOf<'order-history'>>;

const noFields = Object.fromEntries(Object.keys(orderFields).map((name) => [name, undefined])) as Record<
  OrderOwn | PlanOwn,
  undefined
>;

function matches(row: Fields, note: string, filter: HistoryFilter, zone: string, now: Timestamp): boolean {
  const { from, to } = resolveDates(filter.created, zone, now);
  const isOrder = row.pnl !== undefined;
  const known = (value: string | null, names: readonly string[]) =>
    value !== null && names.includes(value) ? value : 'other';
  const words = foldText(filter.text ?? '').split(/\s+/);
  return (
    (row.account === undefined || isOneOf(filter.accounts, row.account)) &&
    isOneOf(filter.symbols, row.symbol) &&
    !filter.withoutSymbols?.includes(row.symbol) &&
    isOneOf(filter.sides, known(row.side, ['buy', 'sell'])) &&
    isOneOf(filter.kinds, row.kind) &&
    !filter.withoutKinds?.includes(row.kind) &&
    (!isOrder || isOneOf(filter.actions, known(row.action ?? null, ['open', 'close']))) &&
    isOneOf(filter.statuses, row.status) &&
    !filter.withoutStatuses?.includes(row.status) &&
    isOneOf(filter.marginModes, row.marginMode) &&
    isWithin(filter.leverage, row.leverage) &&
    (!isOrder || isOneOf<string | null>(filter.positionSides, positionSideOf(row))) &&
    (isOpenRange(filter.price) || pricesOf(row).some((price) => isWithin(filter.price, price))) &&
    row.createdAt >= from &&
    row.createdAt < to &&
    isOneOf(filter.weekdays, weekdayOf(row.createdAt, zone)) &&
    isOneOf(filter.hours, hourOf(row.createdAt, zone)) &&
    (!isOrder || isOneOf(filter.pnlSigns, pnlSign(row.pnl ?? null))) &&
    (!isOrder || isWithin(filter.pnl, row.pnl ?? null)) &&
    isOneOf(filter.ids, row.id) &&
    !filter.withoutTags?.some((tag) => tagsOf(note).includes(tag)) &&
    (filter.tags === undefined || filter.tags.some((tag) => tagsOf(note).includes(tag))) &&
    (filter.noted === undefined || (note !== '') === (filter.noted === 'only')) &&
    words.every(
      (word) => isSymbolFound(row.symbol, word) || [row.id, note].some((text) => foldText(text).includes(word)),
    )
  );
}

/** Symbols are also found by their beginning without separators: BTCUSDT finds BTC-USDT. */
function isSymbolFound(symbol: string, word: string): boolean {
  const withoutSeparators = (text: string) => text.replace(/[-/_]/g, '');
  const folded = foldText(symbol);
  if (folded.includes(word)) return true;
  return !/^[-/_]/.test(word) && withoutSeparators(folded).startsWith(withoutSeparators(word));
}

function isOneOf<Value>(list: readonly Value[] | undefined, value: Value): boolean {
  return list === undefined || list.includes(value);
}

/** Buying opens a long position and closes a short one. */
function positionSideOf({ side, action }: Fields): 'long' | 'short' | null {
  const sideOf: Readonly<Record<string, 'long' | 'short'>> = {
    'buy open': 'long',
    'sell close': 'long',
    'sell open': 'short',
    'buy close': 'short',
  };
  return sideOf[`${side} ${action}`] ?? null;
}

function isOpenRange({ from, to }: DecimalRange = {}): boolean {
  return from === undefined && to === undefined;
}

/** A price of zero is none. */
function pricesOf({ price, averagePrice, triggerPrice, takeProfit, stopLoss }: Fields): Decimal[] {
  return [price, averagePrice, triggerPrice, takeProfit, stopLoss].flatMap((each) => withoutZero(each ?? null) ?? []);
}

function isWithin(range: DecimalRange | undefined, value: Decimal | null): boolean {
  const { from, to } = range ?? {};
  if (from === undefined && to === undefined) return true;
  if (value === null) return false;
  return (
    (from === undefined || compareDecimals(value, from) >= 0) && (to === undefined || compareDecimals(value, to) <= 0)
  );
}

function pnlSign(pnl: Decimal | null): PnlSign {
  if (pnl === null) return 'none';
  const sign = signOf(pnl);
  return sign === 0 ? 'zero' : sign > 0 ? 'profit' : 'loss';
}

function compareField(a: Fields, b: Fields, field: HistoryField, sign: 1 | -1): number {
  const left = a[field] ?? null;
  const right = b[field] ?? null;
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * compareValues(left, right, field, a.pnl === undefined);
}

function compareValues(a: string | number, b: string | number, field: HistoryField, isPlan: boolean): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  switch (field) {
    case 'symbol':
    case 'kind':
    case 'id':
      return compareTexts(a, b);
    case 'side':
      return positionIn(['buy', 'sell'], a) - positionIn(['buy', 'sell'], b);
    case 'marginMode':
      return positionIn(marginModes, a) - positionIn(marginModes, b);
    case 'action':
      return positionIn(['open', 'close'], a) - positionIn(['open', 'close'], b) || compareTexts(a, b);
    case 'triggerDirection':
      return positionIn(['rises-to', 'falls-to'], a) - positionIn(['rises-to', 'falls-to'], b) || compareTexts(a, b);
    case 'status': {
      const order = isPlan ? planStatuses : orderStatuses;
      return positionIn(order, a) - positionIn(order, b) || compareTexts(a, b);
    }
    default:
      return compareDecimals(a, b);
  }
}

function positionIn(names: readonly string[], value: string): number {
  const position = names.indexOf(value);
  return position < 0 ? names.length : position;
}

function compareDefault(a: Fields, b: Fields): number {
  return (
    b.createdAt - a.createdAt ||
    positionIn(marginModes, a.marginMode) - positionIn(marginModes, b.marginMode) ||
    b.tie - a.tie ||
    a.number - b.number
  );
}

function quoteOf(symbol: string): string {
  return /-([^-]+)$/.exec(symbol)?.[1] ?? `${symbol}?`;
}

/** The largest fall of the PnL, the earliest of several. `rows`: the oldest first. */
function drawdownOf(rows: readonly Fields[]): Results['drawdown'] {
  const counted = rows.filter(({ pnl }) => signOf(pnl ?? '0') !== 0);
  const totals = counted.map((_, at) => sumOf(counted.slice(0, at + 1).map(({ pnl }) => pnl ?? '0')));
  let found: Results['drawdown'] = null;
  totals.forEach((total, at) => {
    const before = [new Big(0), ...totals.slice(0, at)];
    const peak = before.reduce((highest, one) => (one.gt(highest) ? one : highest));
    const amount = peak.minus(total);
    if (amount.lte(found?.amount ?? 0)) return;
    const from = before.findLastIndex((one) => one.eq(peak)) - 1;
    const recovered = totals.findIndex((one, place) => place > at && one.gte(peak));
    found = {
      amount: amount.toFixed(),
      from: counted[from]?.createdAt ?? null,
      to: counted[at]?.createdAt ?? 0,
      recoveredAt: counted[recovered]?.createdAt ?? null,
    };
  });
  return found;
}

function quotesOf(rows: readonly Fields[]): string[] {
  return [...Map.groupBy(rows, (row) => quoteOf(row.symbol))]
    .sort(([a, left], [b, right]) => right.length - left.length || compareTexts(a, b))
    .map(([quote]) => quote);
}

/** True if no PnL was sent of an order that may have closed something (docs/risk.md, "What the program may say"). */
function mayLackPnl({ action, status, filledQuantity, averagePrice, pnl }: Fields): boolean {
  if (action === 'open' || (pnl && signOf(pnl) !== 0)) return false;
  if (filledQuantity && signOf(filledQuantity) > 0) return pnl === null;
  if (filledQuantity && signOf(filledQuantity) < 0) return true;
  if (['filled', 'partially-filled', 'partially-canceled'].includes(status)) return true;
  if (averagePrice && signOf(averagePrice) > 0) return true;
  return filledQuantity === null && !['pending', 'canceled'].includes(status);
}

function pnlOf(rows: readonly Fields[]): Decimal[] {
  return rows.flatMap((row) => row.pnl ?? []);
}

function sumOf(values: readonly Decimal[]): Big {
  return values.reduce((sum, value) => sum.plus(value), new Big(0));
}

function partOf(rows: readonly Fields[]): ResultsPart {
  const values = pnlOf(rows);
  return {
    pnl: sumOf(values).toFixed(),
    count: rows.length,
    wins: values.filter((value) => signOf(value) > 0).length,
    losses: values.filter((value) => signOf(value) < 0).length,
  };
}

function plain(value: Decimal): Decimal {
  return withoutMinusZero(new Big(value).toFixed());
}

function divide(value: Big, by: number, places: number): Decimal {
  const RoundedBig = Big();
  RoundedBig.DP = places;
  RoundedBig.RM = Big.roundHalfUp;
  return withoutMinusZero(new RoundedBig(value).div(by).toFixed());
}

function withoutMinusZero(text: Decimal): Decimal {
  return text === '-0' ? '0' : text;
}
