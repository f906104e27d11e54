import { signOf } from './decimal.ts';
import type { Decimal, PlanStatus, Unknown } from './domain.ts';
import type { Activity, AlertCondition, AlertFired, LiveList, PlanLeft, TickerMarket } from './market.ts';

/** Texts of activity and alerts, on the page and in notifications. */
export interface ActivityText {
  markets: Record<TickerMarket, string>;
  /** Names of the live lists within a sentence. */
  lists: Record<LiveList, string>;
  planStatus: Record<PlanStatus, string>;
  unknown: (value: string) => string;
  /** Joins two facts. */
  both: (first: string, second: string) => string;
  planLeft: (symbol: string) => string;
  notSaidYet: string;
  filled: (quantity: string) => string;
  isBack: string;
  /** The plan order is open again, although the history has an outcome for it. */
  isBackThough: (outcome: string) => string;
  planNear: (symbol: string, percent: string) => string;
  planAtTrigger: (symbol: string) => string;
  lastPrice: (symbol: string, market: string, price: string) => string;
  change: (symbol: string, market: string, percent: string) => string;
  notFetched: (list: string, account: string) => string;
  requestsFail: (account: string) => string;
  conditions: {
    planNear: (percent: string, of: string) => string;
    planLeft: (of: string) => string;
    onePlan: string;
    ofSymbol: (symbol: string) => string;
    allPlans: string;
    price: Record<
      Extract<AlertCondition, { kind: 'price' }>['direction'],
      (symbol: string, market: string, level: string) => string
    >;
    change: (symbol: string, market: string, percent: string) => string;
    stale: (minutes: number) => string;
    accountSilent: string;
  };
  /** Title of one notification for several events. */
  several: (number: number) => string;
  plansLeft: (number: number) => string;
  alertsFired: (number: number) => string;
}

export interface WordsOptions {
  text: ActivityText;
  /** Formats a number with the user's thousands separator. */
  format: (value: Decimal) => string;
  accountName: string;
}

export interface ActivityWords {
  title: string;
  /** The outcome of a plan order, or the condition of the alert. */
  detail: string;
}

/** Returns title and detail of one activity. The detail states an outcome only if the plan history has one. */
export function activityWords({ event }: Pick<Activity, 'event'>, options: WordsOptions): ActivityWords {
  if (event.kind === 'plan-left') {
    return { title: options.text.planLeft(event.symbol), detail: outcomeWords(event, options) };
  }
  return { title: firedTitle(event, options), detail: conditionWords(event.condition, options) };
}

/** Returns title and detail for several activities in one notification. A single activity keeps its own title and detail. */
export function severalWords(activities: readonly [Activity, ...Activity[]], options: WordsOptions): ActivityWords {
  const [first] = activities;
  if (activities.length === 1) return activityWords(first, options);
  const { text } = options;
  const left = activities.filter(({ event }) => event.kind === 'plan-left').length;
  const fired = activities.length - left;
  if (left > 0 && fired > 0) {
    return { title: text.several(activities.length), detail: `${text.plansLeft(left)} · ${text.alertsFired(fired)}` };
  }
  const title = left > 0 ? text.plansLeft(left) : text.alertsFired(fired);
  return { title, detail: symbolsOf(activities).join(', ') };
}

/** Largest number of symbols named in a notification. */
const mostSymbols = 5;

function symbolsOf(activities: readonly Activity[]): string[] {
  const symbols = new Set(activities.flatMap(({ event }) => event.symbol ?? []));
  const named = [...symbols].slice(0, mostSymbols);
  return named.length < symbols.size ? [...named, '…'] : named;
}

function outcomeWords({ outcome, backAt }: PlanLeft, { text, format }: WordsOptions): string {
  if (outcome === null) return backAt === null ? text.notSaidYet : text.isBack;
  const status = statusWord(outcome.status, text);
  const said =
    outcome.filledQuantity === null ? status : text.both(status, text.filled(format(outcome.filledQuantity)));
  return backAt === null ? said : text.isBackThough(said);
}

function statusWord(status: PlanStatus | Unknown, text: ActivityText): string {
  return Object.hasOwn(text.planStatus, status)
    ? text.planStatus[status as PlanStatus]
    : text.unknown(status.replace(/^unknown:/, ''));
}

function firedTitle({ condition, symbol, value, list }: AlertFired, options: WordsOptions): string {
  const { text, format, accountName } = options;
  const name = symbol ?? '';
  switch (condition.kind) {
    case 'plan-near':
      return value === null ? text.planAtTrigger(name) : text.planNear(name, format(value));
    case 'plan-left':
      return text.planLeft(name);
    case 'price':
      return text.lastPrice(name, text.markets[condition.market], value === null ? '' : format(value));
    case 'change':
      return text.change(name, text.markets[condition.market], value === null ? '' : signed(value, format));
    case 'stale':
      return text.notFetched(list === null ? '' : text.lists[list], accountName);
    case 'account-silent':
      return text.requestsFail(accountName);
  }
}

/** Describes the condition of an alert, such as "BTC-USDT futures rises to 100,000". */
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
    case 'price':
      return words.price[condition.direction](
        condition.symbol,
        text.markets[condition.market],
        format(condition.level),
      );
    case 'change':
      return words.change(condition.symbol, text.markets[condition.market], format(condition.percent));
    case 'stale':
      return words.stale(condition.minutes);
    case 'account-silent':
      return words.accountSilent;
  }
}

function plansWords(
  { plan, symbol }: Extract<AlertCondition, { kind: 'plan-near' | 'plan-left' }>,
  { both, conditions }: ActivityText,
): string {
  if (symbol !== undefined && plan !== undefined) return both(conditions.ofSymbol(symbol), conditions.onePlan);
  if (plan !== undefined) return conditions.onePlan;
  return symbol === undefined ? conditions.allPlans : conditions.ofSymbol(symbol);
}

function signed(value: Decimal, format: (value: Decimal) => string): string {
  return `${signOf(value) > 0 ? '+' : ''}${format(value)}`;
}
