import type { Activity, AlertFired, PlanLeft } from '../contract/alerts.ts';
import type { PlanOutcome } from '../contract/plans.ts';
import { signOf } from '../values/decimal.ts';
import type { PlanStatus, Unknown } from '../values/domain.ts';
import { type ActivityText, type PlanEnd, planEnds, type WordsOptions } from './activity-text.ts';
import { conditionWords, firedWords, nameOf, priceWords, tickerName } from './alert-kind-words.ts';

/** Kinds of activities that the list can show alone. */
export const activityKinds = [...planEnds, 'alert', 'unlisted', 'listed', 'rules-changed'] as const;
export type ActivityKind = (typeof activityKinds)[number];

export function kindOfActivity({ event }: Pick<Activity, 'event'>): ActivityKind {
  return event.kind === 'plan-left' ? endOf(event) : event.kind;
}

export interface ActivityWords {
  title: string;
  /** The outcome of a plan order, why it is an orphan, or the condition of the alert. */
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
  if (event.kind === 'listed') return { title: text.listed(tickerName(event, text)), detail: text.listedDetail };
  if (event.kind === 'rules-changed') {
    const changes = event.changes.map(({ rule, from, to }) => text.ruleChange(text.rules[rule], from, to));
    return { title: text.rulesChanged(nameOf(event.symbol)), detail: changes.reduce(text.both) };
  }
  return { title: firedWords(event, account, options), detail: withRepeats(firedDetail(event, options), event, text) };
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
  const count = (...kinds: Activity['event']['kind'][]): number =>
    activities.filter(({ event }) => kinds.includes(event.kind)).length;
  const [fired, unlisted, news] = [count('alert'), count('unlisted'), count('listed', 'rules-changed')];
  const parts = [
    ...(left.length > 0 ? [plansTitle(left, text)] : []),
    ...(fired > 0 ? [text.alertsFired(fired)] : []),
    ...(unlisted > 0 ? [text.symbolsUnlisted(unlisted)] : []),
    ...(news > 0 ? [text.symbolsChanged(news)] : []),
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
