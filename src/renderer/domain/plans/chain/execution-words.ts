import type { OrderExecution } from '../../../../shared/contract/history.ts';
import type { Order } from '../../../../shared/contract/orders.ts';
import { opposite, percentChange, signOf, withoutSign, withoutZero } from '../../../../shared/values/decimal.ts';
import type { Decimal, Side } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { durationText } from '../../../ui/text/duration.ts';
import { plainText } from '../../../ui/text/figures.ts';

/** Returns how much worse than a price an average price was for a side, such as "0.05% worse"; `null` if one of them is missing. */
export function slippageText(
  { side, averagePrice }: Pick<Order, 'side' | 'averagePrice'>,
  price: Decimal | null,
  text: Text,
): string | null {
  const percent = slippageOf(side, withoutZero(price), withoutZero(averagePrice));
  if (percent === null) return null;
  const words = text.planChain;
  const sign = signOf(percent);
  if (sign === 0) return words.same;
  return (sign > 0 ? words.worse : words.better)(plainText(withoutSign(percent), text));
}

/** Returns percent of a price that an execution was worse by; negative if it was better. */
function slippageOf(side: Side | null, price: Decimal | null, average: Decimal | null): Decimal | null {
  if (side === null || price === null || average === null) return null;
  const move = percentChange(price, average);
  return move === null || side === 'buy' ? move : opposite(move);
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
