import type { Decimal } from '../../../../shared/domain.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { moneyFigure } from '../../../ui/text/figures.ts';
import { type Fees, pnlAfter } from './fees.ts';
import './fees.css';

/** An estimate of a PnL after fees, which stands beside the gross one. Nothing without fees. */
export function AfterFees({ pnl, fees }: { pnl: Decimal; fees: Fees | null }) {
  const text = useText();
  if (fees === null) return null;
  return (
    <span className="after-fees" title={text.fees.explained}>
      {afterTexts(pnl, fees, text).reduce(text.clauses)}
    </span>
  );
}

/** Returns "after about …", and how many orders are left out of the estimate if some are. */
export function afterTexts(pnl: Decimal, fees: Fees, text: Text): string[] {
  const [low = '0', high] = pnlAfter(pnl, fees).map((amount) => moneyFigure(amount, text).shown);
  const after = text.fees.after(high === undefined ? low : text.statement.range(low, high));
  return fees.unpriced === 0 ? [after] : [after, text.fees.without(fees.unpriced)];
}
