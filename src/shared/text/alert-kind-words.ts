import type { AlertCondition, AlertFired } from '../contract/alerts.ts';
import type { AlertKind, TickerMarket } from '../market/market.ts';
import { quoteOf } from '../market/symbols.ts';
import { compareDecimals, placesOf, roundDecimal, signOf } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';
import type { ActivityText, WordsOptions } from './activity-text.ts';

type ConditionOf<Kind extends AlertKind> = Extract<AlertCondition, { kind: Kind }>;
type ConditionOptions = Pick<WordsOptions, 'text' | 'format'>;

/** An alert that has fired, with the names of its symbol and its account. */
interface Fired<Kind extends AlertKind> extends Omit<AlertFired, 'condition'> {
  readonly condition: ConditionOf<Kind>;
  readonly name: string;
  readonly accountName: string;
}

interface KindWords<Kind extends AlertKind> {
  /** Title of the activity of an alert that has fired. */
  fired(event: Fired<Kind>, options: ConditionOptions): string;
  condition(condition: ConditionOf<Kind>, options: ConditionOptions): string;
}

const kindWords: { readonly [Kind in AlertKind]: KindWords<Kind> } = {
  'plan-near': {
    fired: ({ name, value }, { text, format }) =>
      value === null ? text.planAtTrigger(name) : text.planNear(name, format(value)),
    condition: (condition, { text, format }) =>
      text.conditions.planNear(format(condition.percent), plansWords(condition, text)),
  },
  'plan-left': {
    fired: ({ name }, { text }) => text.planLeft.unknown(name, null),
    condition: (condition, { text }) => text.conditions.planLeft(plansWords(condition, text)),
  },
  'plan-orphaned': {
    fired: ({ name }, { text }) => text.planOrphaned(name),
    condition: (condition, { text }) => text.conditions.planOrphaned(plansWords(condition, text)),
  },
  price: {
    fired: ({ condition, value }, options) =>
      options.text.reached[reachedFrom(condition, value)](
        tickerName(condition, options.text),
        priceWords(condition.level, options, value ?? condition.level),
      ),
    condition: (condition, { text, format }) =>
      text.conditions.price[condition.direction](tickerName(condition, text), format(condition.level)),
  },
  change: {
    fired: ({ condition, value }, { text, format }) =>
      text.change(tickerName(condition, text), value === null ? '' : signed(value, format)),
    condition: (condition, { text, format }) =>
      text.conditions.change(tickerName(condition, text), format(condition.percent)),
  },
  'price-move': {
    fired: ({ condition, value }, { text, format }) =>
      text.priceMove(tickerName(condition, text), value === null ? '' : signed(value, format), condition.minutes),
    condition: (condition, { text, format }) =>
      text.conditions.priceMove(tickerName(condition, text), format(condition.percent), condition.minutes),
  },
  'position-unstopped': {
    fired: ({ condition, name, position }, { text }) =>
      text.unstopped(text.position(name, position ?? 'long'), condition.minutes),
    condition: (condition, { text }) => text.conditions.unstopped(condition.minutes, positionsWords(condition, text)),
  },
  'stop-near': {
    fired: ({ name, position, value }, { text, format }) =>
      text.stopNear(text.position(name, position ?? 'long'), value === null ? '' : format(value)),
    condition: (condition, { text, format }) =>
      text.conditions.stopNear(format(condition.percent), positionsWords(condition, text)),
  },
  'losing-streak': {
    fired: ({ value }, { text, format }) => text.losingStreak(format(value ?? '0')),
    condition: ({ trades }, { text, format }) => text.conditions.losingStreak(format(String(trades))),
  },
  'trades-today': {
    fired: ({ value }, { text, format }) => text.tradesToday(format(value ?? '0')),
    condition: ({ trades }, { text, format }) => text.conditions.tradesToday(format(String(trades))),
  },
  pnl: {
    fired: ({ condition, symbol, name, value, position }, options) => {
      const { text } = options;
      const of = symbol === null ? '' : text.position(name, position ?? 'long');
      return text.pnl[condition.of](value === null ? '' : withUnit(condition, value, options, symbol), of);
    },
    condition: (condition, { text, format }) => {
      const { unit, quote, of, direction } = condition;
      const percent = of === 'account' ? `${format(condition.amount)}% (${quote})` : `${format(condition.amount)}%`;
      const amount = unit === 'percent' ? percent : `${format(condition.amount)} ${quote}`;
      return text.conditions.pnl[of][direction](amount, positionsWords(condition, text));
    },
  },
  stale: {
    fired: ({ list, accountName }, { text }) => text.notFetched(list === null ? '' : text.lists[list], accountName),
    condition: ({ minutes }, { text }) => text.conditions.stale(minutes),
  },
  'account-silent': {
    fired: ({ accountName }, { text }) => text.requestsFail(accountName),
    condition: (_condition, { text }) => text.conditions.accountSilent,
  },
};

/** The words for any alert. The compiler does not see that an alert and its words have one kind. */
function wordsOf(kind: AlertKind): KindWords<AlertKind> {
  return kindWords[kind] as KindWords<AlertKind>;
}

/** Returns the title of an alert that has fired. */
export function firedWords(event: AlertFired, account: string, options: WordsOptions): string {
  const fired = { ...event, name: nameOf(event.symbol ?? ''), accountName: options.accountName(account) };
  return wordsOf(event.condition.kind).fired(fired, options);
}

/** Describes the condition of an alert, such as "BTC rises to 100,000". */
export function conditionWords(condition: AlertCondition, options: ConditionOptions): string {
  return wordsOf(condition.kind).condition(condition, options);
}

/** Returns a price with the decimal places that it was received with; with those of `other`, if they are more. */
export function priceWords(price: Decimal, { format }: Pick<WordsOptions, 'format'>, other: Decimal = price): string {
  return format(price, Math.max(placesOf(price), placesOf(other)));
}

/** Currency in which nearly every symbol is quoted. */
const usualQuote = '-USDT';

/** Returns a symbol as traders name it: "BTC" for "BTC-USDT". */
export function nameOf(symbol: string): string {
  return symbol.length > usualQuote.length && symbol.endsWith(usualQuote)
    ? symbol.slice(0, -usualQuote.length)
    : symbol;
}

export function tickerName({ market, symbol }: { market: TickerMarket; symbol: string }, text: ActivityText): string {
  return market === 'spot' ? text.spot(nameOf(symbol)) : nameOf(symbol);
}

/** Returns how the last price reached the level of a price alert. */
function reachedFrom(
  { direction, level }: Extract<AlertCondition, { kind: 'price' }>,
  value: Decimal | null,
): keyof ActivityText['reached'] {
  if (direction === 'rises-to') return 'rose';
  if (direction === 'falls-to') return 'fell';
  const against = value === null ? 0 : compareDecimals(value, level);
  return against === 0 ? 'at' : against > 0 ? 'rose' : 'fell';
}

/** Decimal places of money. */
const moneyPlaces = 2;

/** Returns a PnL with its sign and unit. `symbol`: of the position. */
function withUnit(
  { unit, quote }: Extract<AlertCondition, { kind: 'pnl' }>,
  value: Decimal,
  { format }: Pick<WordsOptions, 'format'>,
  symbol: string | null,
): string {
  if (unit === 'percent') return `${signed(value, format)}%`;
  const rounded = roundDecimal(value, moneyPlaces);
  return `${signed(rounded, (each) => format(each, moneyPlaces))} ${symbol === null ? quote : quoteOf(symbol)}`;
}

function positionsWords({ symbol }: { symbol?: string | undefined }, { conditions }: ActivityText): string {
  return symbol === undefined ? conditions.anyPosition : conditions.ofSymbol(nameOf(symbol));
}

function plansWords(
  { plan, symbol }: Extract<AlertCondition, { kind: 'plan-near' | 'plan-left' | 'plan-orphaned' }>,
  { both, conditions }: ActivityText,
): string {
  if (symbol !== undefined && plan !== undefined) return both(conditions.ofSymbol(nameOf(symbol)), conditions.onePlan);
  if (plan !== undefined) return conditions.onePlan;
  return symbol === undefined ? conditions.allPlans : conditions.ofSymbol(nameOf(symbol));
}

function signed(value: Decimal, format: (value: Decimal) => string): string {
  return `${signOf(value) > 0 ? '+' : ''}${format(value)}`;
}
