import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import { halfUnit } from '../../../shared/risk/estimate.ts';
import { conditionWords } from '../../../shared/text/alert-kind-words.ts';
import { compareDecimals, product, roundDecimal, sum } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { decimalText, priceText } from '../../ui/text/figures.ts';

/** Formats a number within the words of alerts and activities. */
export function figureWords(value: Decimal, minimumPlaces = 0): string {
  return decimalText(value, { minimumPlaces });
}

/** Describes the condition of an alert, such as "BTC rises to 100,000". */
export function alertWords(condition: AlertCondition, text: Text): string {
  return conditionWords(condition, { text: text.activity, format: figureWords });
}

/** Says at which price a price alert fires again. */
export function rearmWords(
  { direction, level }: Pick<PriceCondition, 'direction' | 'level'>,
  rules: SymbolRules | undefined,
  text: Text,
): string {
  const { again } = text.alerts;
  if (direction === 'crosses') return again.away;
  // The margin of `AlertCondition`.
  const [margin, toward] = direction === 'rises-to' ? (['0.999', -1] as const) : (['1.001', 1] as const);
  const price = priceText(nextPrice(product(level, margin), toward, rules?.pricePrecision ?? null), rules, text);
  return toward < 0 ? again.below(price) : again.above(price);
}

type PriceCondition = Extract<AlertCondition, { kind: 'price' }>;

/** Returns the first price of a precision at a limit or beyond it; the limit itself if the precision is unknown. */
function nextPrice(limit: Decimal, toward: -1 | 1, places: number | null): Decimal {
  if (places === null) return limit;
  const rounded = roundDecimal(limit, places);
  const unit = product(halfUnit(places), toward < 0 ? '-2' : '2');
  return compareDecimals(limit, rounded) === toward ? sum(rounded, unit) : rounded;
}
