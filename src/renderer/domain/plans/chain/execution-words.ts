import type { OrderExecution } from '../../../../shared/contract/history.ts';
import type { Order } from '../../../../shared/contract/orders.ts';
import { compareDecimals, percentChange, signOf, withoutSign, withoutZero } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { durationText } from '../../../ui/text/duration.ts';
import { plainText } from '../../../ui/text/figures.ts';

/** The smallest difference that two decimal places of a percentage tell. */
const leastPercent = '0.01';

/** Returns how much worse than a price an average price was for a side, such as "0.05% worse"; `null` if one of them is missing. */
export function slippageText(
  { side, averagePrice }: Pick<Order, 'side' | 'averagePrice'>,
  price: Decimal | null,
  text: Text,
): string | null {
  const wanted = withoutZero(price);
  const average = withoutZero(averagePrice);
  if (side === null || wanted === null || average === null) return null;
  const percent = percentChange(wanted, average);
  if (percent === null) return null;
  const words = text.planChain;
  const order = compareDecimals(average, wanted);
  if (order === 0) return words.same;
  const isWorse = order > 0 === (side === 'buy');
  const size = signOf(percent) === 0 ? `< ${plainText(leastPercent, text)}` : plainText(withoutSign(percent), text);
  return (isWorse ? words.worse : words.better)(size);
}

/** Returns how long after its creation an order was executed, such as "2 min to 3 min". */
export function fillTimeText(
  { createdAt, kind }: Pick<Order, 'createdAt' | 'kind'>,
  { slices }: OrderExecution,
  text: Text,
): string {
  const last = slices.at(-1);
  if (last === undefined) return kind === 'market' ? text.planChain.atOnce : text.planChain.notSeen;
  const from = Math.max(0, last.from - createdAt);
  const to = durationText(Math.max(0, last.to - createdAt), text);
  return from < 1000 ? text.trades.durationUpTo(to) : text.trades.durationRange(durationText(from, text), to);
}
