import type { SymbolRules } from '../../../../shared/contract/market.ts';
import type { PlanEnd } from '../../../../shared/contract/orders.ts';
import type { PlanLifeState, SeenPlan } from '../../../../shared/contract/plans.ts';
import { fieldsOf, isDecimal, type ListField } from '../../../../shared/orders/order-fields.ts';
import { movePercent, triggerDistance } from '../../../../shared/plans/plan-distance.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { withoutSign, withoutZero } from '../../../../shared/values/decimal.ts';
import type { Text } from '../../../text/use-text.ts';
import { decimalText, plainText, priceText, quantityText } from '../../../ui/text/figures.ts';
import { kindWord, vocabularyWords } from '../../orders/words.ts';

/** A field in which two states of a plan order differ, in words. */
export interface SeenChange {
  heading: string;
  before: string;
  after: string;
}

/** Fields that may change, in their order. The others identify the plan order, or repeat another field. */
const changingFields = fieldsOf('open-plans').flatMap((field) => {
  const { name, kind } = field;
  return name === 'kind' || isDecimal(kind) || kind === 'word' ? [field] : [];
});

export function changesBetween(
  before: SeenPlan,
  after: SeenPlan,
  rules: SymbolRules | undefined,
  text: Text,
): SeenChange[] {
  return changingFields.flatMap((field) => {
    const { name, column } = field;
    if (before[name as keyof SeenPlan] === after[name as keyof SeenPlan] || column === null) return [];
    const wordsOf = (plan: SeenPlan): string => valueText(field, plan, rules, text);
    return [{ heading: text.columns[column], before: wordsOf(before), after: wordsOf(after) }];
  });
}

function valueText(
  { name, kind, vocabulary, zeroIsNone }: ListField,
  plan: SeenPlan,
  rules: SymbolRules | undefined,
  text: Text,
) {
  const value = plan[name as keyof SeenPlan];
  if (value === null) return text.none;
  const word = String(value);
  if (vocabulary !== null)
    return vocabularyWords(text)[vocabulary][word] ?? text.unknown(word.replace(/^unknown:/, ''));
  if (name === 'kind') return kindWord(word, text);
  if (kind === 'quantity') return quantityText(word, rules, text);
  if (kind === 'leverage') return text.leverage(decimalText(word));
  return priceText(zeroIsNone ? withoutZero(word) : word, rules, text);
}

/** Returns how near the last price came to the trigger price of a state; `null` if no price was seen. */
export function approachText(
  { plan, nearest }: Pick<PlanLifeState, 'plan' | 'nearest'>,
  rules: SymbolRules | undefined,
  zone: string,
  text: Text,
): string | null {
  const distance = nearest && triggerDistance(plan, nearest.last);
  if (nearest === null || distance === null) return null;
  const price = priceText(nearest.last, rules, text);
  const time = formatTimestamp(nearest.at, zone);
  const percent = movePercent(nearest.last, withoutSign(distance.move));
  return distance.hasCrossed === true
    ? text.planLife.reached(price, time)
    : text.planLife.nearest(price, plainText(percent, text), time);
}

/** Times (ms) between two polls up to which one of them stands for both. */
const maxUnnamedGapMs = 60_000;

/** Returns a time of a poll, and that of the poll before if it is long before. */
export function betweenText(after: number | null, at: number, zone: string, text: Text): string {
  const time = formatTimestamp(at, zone);
  return after === null || at - after <= maxUnnamedGapMs
    ? time
    : text.planLife.between(formatTimestamp(after, zone), time);
}

export function endText({ lastSeenAt, missedAt }: PlanEnd, zone: string, text: Text): string {
  return betweenText(lastSeenAt, missedAt, zone, text);
}
