import type { Activity, AlertCondition, AlertFired, PlanLeft } from '../contract/alerts.ts';
import type { PlanOutcome } from '../contract/plans.ts';
import type { LiveList, PnlSubject, TickerMarket } from '../market/market.ts';
import { quoteOf } from '../market/symbols.ts';
import type { PositionSide } from '../orders/trades.ts';
import { placesOf } from '../risk/estimate.ts';
import { compareDecimals, roundDecimal, signOf } from '../values/decimal.ts';
import type { Decimal, PlanStatus, Side, Unknown } from '../values/domain.ts';

/** Texts of activity and alerts, on the page and in notifications. */
export interface ActivityText {
  /** Names a symbol of the spot market. Other symbols are those of futures. */
  spot: (symbol: string) => string;
  /** Names of the live lists within a sentence. */
  lists: Record<LiveList, string>;
  planStatus: Record<PlanStatus, string>;
  unknown: (value: string) => string;
  /** Joins two facts. */
  both: (first: string, second: string) => string;
  /** A plan order that is no longer open, by its outcome. `price`: its trigger price. */
  planLeft: {
    triggered: (symbol: string, side: Side | null, price: string | null) => string;
    failed: (symbol: string, side: Side | null) => string;
    canceled: (symbol: string, side: Side | null) => string;
    unknown: (symbol: string, side: Side | null) => string;
  };
  triggerPrice: (price: string) => string;
  notSaidYet: string;
  filled: (quantity: string) => string;
  isBack: string;
  /** The plan order is open again, although the history has an outcome for it. */
  isBackThough: (outcome: string) => string;
  planNear: (symbol: string, percent: string) => string;
  planAtTrigger: (symbol: string) => string;
  planOrphaned: (symbol: string) => string;
  /** Why a plan order is pointed out. */
  orphanReasons: Record<NonNullable<AlertFired['remark']>, string>;
  /** The last price reached a level from below, from above, or exactly. */
  reached: Record<'rose' | 'fell' | 'at', (symbol: string, level: string) => string>;
  lastPrice: (price: string) => string;
  change: (symbol: string, percent: string) => string;
  /** An open position of a symbol. */
  position: (symbol: string, side: PositionSide) => string;
  unstopped: (position: string, minutes: number) => string;
  /** A PnL, by what it is of; `of`: the position. `value`: with its unit. */
  pnl: Record<PnlSubject, (value: string, of: string) => string>;
  /** What an alert would have done again while it was quiet. */
  repeated: (number: number) => string;
  /** A symbol that has left its list. */
  unlisted: (symbol: string) => string;
  unlistedDetail: string;
  notFetched: (list: string, account: string) => string;
  requestsFail: (account: string) => string;
  conditions: {
    planNear: (percent: string, of: string) => string;
    planLeft: (of: string) => string;
    planOrphaned: (of: string) => string;
    onePlan: string;
    ofSymbol: (symbol: string) => string;
    allPlans: string;
    price: Record<Extract<AlertCondition, { kind: 'price' }>['direction'], (symbol: string, level: string) => string>;
    change: (symbol: string, percent: string) => string;
    unstopped: (minutes: number, of: string) => string;
    anyPosition: string;
    /** `amount`: with its unit. */
    pnl: Record<PnlSubject, Record<'loss' | 'gain', (amount: string, of: string) => string>>;
    stale: (minutes: number) => string;
    accountSilent: string;
  };
  /** Title of one notification for several events. */
  several: (number: number) => string;
  /** Title for plan orders with the same outcome. */
  plansLeft: Record<PlanEnd, (number: number) => string>;
  /** Title for plan orders with different outcomes, and the count of each outcome in it. */
  plansEnded: (number: number, ends: string) => string;
  ends: Record<PlanEnd, (number: number) => string>;
  alertsFired: (number: number) => string;
  symbolsUnlisted: (number: number) => string;
  /** A list of names: "BTC, ETH". */
  enumerated: (names: readonly string[]) => string;
  /** Puts the names of the accounts before a detail. */
  ofAccounts: (names: string, detail: string) => string;
}

/** Outcome of a plan order that is no longer open, as far as a notice distinguishes outcomes. */
const planEnds = ['triggered', 'failed', 'canceled', 'unknown'] as const;
type PlanEnd = (typeof planEnds)[number];

/** Kinds of activities that the list can show alone. */
export const activityKinds = [...planEnds, 'alert', 'unlisted'] as const;
export type ActivityKind = (typeof activityKinds)[number];

export function kindOfActivity({ event }: Pick<Activity, 'event'>): ActivityKind {
  return event.kind === 'plan-left' ? endOf(event) : event.kind;
}

export interface WordsOptions {
  text: ActivityText;
  /** Formats a number with the user's thousands separator. It has `minimumPlaces` decimal places at least. */
  format: (value: Decimal, minimumPlaces?: number) => string;
  /** Returns the name of the account with an ID. */
  accountName: (account: string) => string;
}

export interface ActivityWords {
  title: string;
  /** The outcome of a plan order, why it is pointed out, or the condition of the alert. */
  detail: string;
}

/** Returns title and detail of one activity. The detail states an outcome only if the plan history has one. */
export function activityWords(
  { event, account }: Pick<Activity, 'event' | 'account'>,
  options: WordsOptions,
): ActivityWords {
  const { text } = options;
  if (event.kind === 'plan-left') return planLeftWords(event, options);
  if (event.kind === 'unlisted') {
    return { title: text.unlisted(tickerName(event, text)), detail: text.unlistedDetail };
  }
  return { title: firedTitle(event, account, options), detail: withRepeats(firedDetail(event, options), event, text) };
}

function withRepeats(detail: string, { repeats }: AlertFired, text: ActivityText): string {
  return repeats === undefined ? detail : text.both(detail, text.repeated(repeats));
}

function firedDetail({ condition, remark, value }: AlertFired, options: WordsOptions): string {
  const { text } = options;
  if (remark !== undefined) return text.orphanReasons[remark];
  // The title of a price alert says its condition.
  if (condition.kind === 'price' && value !== null) {
    return text.lastPrice(priceWords(value, options, condition.level));
  }
  return conditionWords(condition, options);
}

/** Returns a price with the decimal places that it was received with; with those of `other`, if they are more. */
function priceWords(price: Decimal, { format }: Pick<WordsOptions, 'format'>, other: Decimal = price): string {
  return format(price, Math.max(placesOf(price), placesOf(other)));
}

/** Currency in which nearly every symbol is quoted. */
const usualQuote = '-USDT';

/** Returns a symbol as traders name it: "BTC" for "BTC-USDT". */
function nameOf(symbol: string): string {
  return symbol.length > usualQuote.length && symbol.endsWith(usualQuote)
    ? symbol.slice(0, -usualQuote.length)
    : symbol;
}

/** Returns the words with the names of the accounts of the activities before the detail. A single activity without a symbol has it in its title. */
export function withAccounts(
  { title, detail }: ActivityWords,
  activities: readonly Pick<Activity, 'account' | 'event'>[],
  { text, accountName }: Pick<WordsOptions, 'text' | 'accountName'>,
): ActivityWords {
  if (activities.length === 1 && activities.every(({ event }) => event.symbol === null)) return { title, detail };
  const names = [...new Set(activities.map(({ account }) => accountName(account)))];
  return { title, detail: text.ofAccounts(text.enumerated(names), detail) };
}

/** Number of activities up to which one notification names each of them. More are named by their symbols if they have any. */
const mostNamed = 3;

/** Returns title and detail for several activities in one notification. A single activity keeps its own title and detail. */
export function severalWords(activities: readonly [Activity, ...Activity[]], options: WordsOptions): ActivityWords {
  const [first] = activities;
  if (activities.length === 1) return activityWords(first, options);
  const { text } = options;
  const left = activities.flatMap(({ event }) => (event.kind === 'plan-left' ? [endOf(event)] : []));
  const count = (kind: 'alert' | 'unlisted'): number => activities.filter(({ event }) => event.kind === kind).length;
  const [fired, unlisted] = [count('alert'), count('unlisted')];
  const parts = [
    ...(left.length > 0 ? [plansTitle(left, text)] : []),
    ...(fired > 0 ? [text.alertsFired(fired)] : []),
    ...(unlisted > 0 ? [text.symbolsUnlisted(unlisted)] : []),
  ];
  const symbols = activities.length > mostNamed ? symbolsOf(activities) : [];
  const titles = activities.map((activity) => activityWords(activity, options).title);
  const named = symbols.length > 0 ? text.enumerated(symbols) : firstOf(titles, mostNamed).join(' · ');
  if (parts.length === 1) return { title: parts.join(), detail: named };
  return { title: text.several(activities.length), detail: activities.length > mostNamed ? parts.join(' · ') : named };
}

function plansTitle(ends: readonly PlanEnd[], text: ActivityText): string {
  const counts = planEnds
    .map((end) => ({ end, number: ends.filter((each) => each === end).length }))
    .filter(({ number }) => number > 0);
  const [only, ...others] = counts;
  if (only !== undefined && others.length === 0) return text.plansLeft[only.end](only.number);
  return text.plansEnded(ends.length, counts.map(({ end, number }) => text.ends[end](number)).reduce(text.both));
}

/** Largest number of symbols named in a notification. */
const mostSymbols = 5;

function symbolsOf(activities: readonly Activity[]): readonly string[] {
  return firstOf([...new Set(activities.flatMap(({ event }) => event.symbol ?? []))].map(nameOf), mostSymbols);
}

function tickerName({ market, symbol }: { market: TickerMarket; symbol: string }, text: ActivityText): string {
  return market === 'spot' ? text.spot(nameOf(symbol)) : nameOf(symbol);
}

/** Returns at most `most` of the texts, and "…" if there are more. */
function firstOf(texts: readonly string[], most: number): readonly string[] {
  return texts.length > most ? [...texts.slice(0, most), '…'] : texts;
}

function endOf({ outcome, backAt }: PlanLeft): PlanEnd {
  if (backAt !== null) return 'unknown';
  switch (outcome?.status) {
    case 'fully-executed':
    case 'partially-executed':
      return 'triggered';
    case 'failed':
    case 'canceled':
      return outcome.status;
    default:
      return 'unknown';
  }
}

function planLeftWords(event: PlanLeft, { text, format }: Omit<WordsOptions, 'accountName'>): ActivityWords {
  const { side, triggerPrice, outcome, backAt } = event;
  const symbol = nameOf(event.symbol);
  const price = triggerPrice === null ? null : priceWords(triggerPrice, { format });
  const filled = outcome?.filledQuantity ?? null;
  const isFilled = filled !== null && signOf(filled) > 0;
  const end = endOf(event);
  if (end === 'triggered') {
    const title = text.planLeft.triggered(symbol, side, price);
    const isWhole = isFilled && outcome?.status === 'fully-executed';
    return { title, detail: isWhole ? text.filled(format(filled)) : outcomeWords(outcome, { text, format }) };
  }
  const title = text.planLeft[end](symbol, side);
  if (end === 'unknown') {
    const said = outcomeWords(outcome, { text, format });
    if (backAt === null) return { title, detail: said };
    return { title, detail: outcome === null ? text.isBack : text.isBackThough(said) };
  }
  const facts = [
    ...(price === null ? [] : [text.triggerPrice(price)]),
    ...(isFilled ? [text.filled(format(filled))] : []),
  ];
  return { title, detail: facts.length > 0 ? facts.join(' · ') : statusWord(outcome?.status ?? end, text) };
}

function outcomeWords(outcome: PlanOutcome | null, { text, format }: Pick<WordsOptions, 'text' | 'format'>): string {
  if (outcome === null) return text.notSaidYet;
  const status = statusWord(outcome.status, text);
  return outcome.filledQuantity === null ? status : text.both(status, text.filled(format(outcome.filledQuantity)));
}

function statusWord(status: PlanStatus | Unknown, text: ActivityText): string {
  return Object.hasOwn(text.planStatus, status)
    ? text.planStatus[status as PlanStatus]
    : text.unknown(status.replace(/^unknown:/, ''));
}

function firedTitle(
  { condition, symbol, value, list, position }: AlertFired,
  account: string,
  options: WordsOptions,
): string {
  const { text, format, accountName } = options;
  const name = nameOf(symbol ?? '');
  switch (condition.kind) {
    case 'plan-near':
      return value === null ? text.planAtTrigger(name) : text.planNear(name, format(value));
    case 'plan-left':
      return text.planLeft.unknown(name, null);
    case 'plan-orphaned':
      return text.planOrphaned(name);
    case 'price':
      return text.reached[reachedFrom(condition, value)](
        tickerName(condition, text),
        priceWords(condition.level, options, value ?? condition.level),
      );
    case 'change':
      return text.change(tickerName(condition, text), value === null ? '' : signed(value, format));
    case 'position-unstopped':
      return text.unstopped(text.position(name, position ?? 'long'), condition.minutes);
    case 'pnl': {
      const of = symbol === null ? '' : text.position(name, position ?? 'long');
      return text.pnl[condition.of](value === null ? '' : withUnit(condition, value, options, symbol), of);
    }
    case 'stale':
      return text.notFetched(list === null ? '' : text.lists[list], accountName(account));
    case 'account-silent':
      return text.requestsFail(accountName(account));
  }
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

/** Describes the condition of an alert, such as "BTC rises to 100,000". */
export function conditionWords(
  condition: AlertCondition,
  { text, format }: Pick<WordsOptions, 'text' | 'format'>,
): string {
  const words = text.conditions;
  switch (condition.kind) {
    case 'plan-near':
      return words.planNear(format(condition.percent), plansWords(condition, text));
    case 'plan-left':
      return words.planLeft(plansWords(condition, text));
    case 'plan-orphaned':
      return words.planOrphaned(plansWords(condition, text));
    case 'price':
      return words.price[condition.direction](tickerName(condition, text), format(condition.level));
    case 'change':
      return words.change(tickerName(condition, text), format(condition.percent));
    case 'position-unstopped':
      return words.unstopped(condition.minutes, positionsWords(condition, text));
    case 'pnl': {
      const { unit, quote, of } = condition;
      const percent = `${format(condition.amount)}%`;
      const amount =
        unit !== 'percent'
          ? `${format(condition.amount)} ${quote}`
          : of === 'account'
            ? `${percent} (${quote})`
            : percent;
      return words.pnl[condition.of][condition.direction](amount, positionsWords(condition, text));
    }
    case 'stale':
      return words.stale(condition.minutes);
    case 'account-silent':
      return words.accountSilent;
  }
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
