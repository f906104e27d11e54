import type { PnlSummary } from '../../../../shared/contract/history.ts';
import { type Fees, feesPerTrade, pnlAfter } from '../../../../shared/orders/fees.ts';
import { trimmed } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { moneyFigure } from '../../../ui/text/figures.ts';
import './fees.css';

interface AfterFeesProps {
  pnl: Decimal;
  fees: Fees | null | undefined;
  /** True where there is little room: the tooltip says how many orders are left out. */
  isShort?: boolean;
}

/** An estimate of a PnL after fees, which stands beside the gross one. Nothing without fees. */
export function AfterFees({ pnl, fees, isShort = false }: AfterFeesProps) {
  const text = useText();
  if (!fees) return null;
  const [after, ...without] = afterTexts(pnl, fees, text) as [string, ...string[]];
  const all = [after, ...without].reduce(text.clauses);
  return (
    <span className="after-fees" title={isShort ? `${all}\n${text.fees.explained}` : text.fees.explained}>
      {isShort ? after : all}
    </span>
  );
}

/** Returns "after about …", and how many orders are left out of the estimate if some are. */
export function afterTexts(pnl: Decimal, fees: Fees, text: Text): string[] {
  const after = text.fees.after(amountAfter(pnl, fees, text));
  return fees.unpriced === 0 ? [after] : [after, text.fees.without(fees.unpriced)];
}

/** Returns "after about …" of the average PnL of trades; `undefined` without fees. */
export function averageAfter({ average, wins, losses, zeros, fees }: PnlSummary, text: Text): string | undefined {
  if (average === null || fees === undefined) return undefined;
  return text.fees.after(amountAfter(average, feesPerTrade(fees, wins + losses + zeros), text));
}

/** Returns an amount after fees, or its range. */
export function amountAfter(pnl: Decimal, fees: Fees, text: Text): string {
  return rangeText(pnlAfter(pnl, fees), (amount) => estimateText(amount, text), text);
}

/** Returns an estimated amount: as short as an exact one, and without zeros that are not known. */
export function estimateText(amount: Decimal, text: Text): string {
  return trimmed(moneyFigure(amount, text).shown);
}

/** `ends`: the lowest and the highest value, or one. */
function rangeText(ends: readonly Decimal[], show: (value: Decimal) => string, text: Text): string {
  const [low = '', high] = ends.map(show);
  return high === undefined || high === low ? low : text.statement.range(low, high);
}
