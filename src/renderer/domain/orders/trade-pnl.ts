import type { Trade } from '../../../shared/contract/trades.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import type { Tone } from '../../ui/table/column.ts';
import { type Figure, moneyFigure, signTone } from '../../ui/text/figures.ts';

type TradePnl = Pick<Trade, 'pnl' | 'incomplete'>;

/** True if the exchange sent no PnL for an order that closed (docs/trades.md 4). */
export function lacksPnl({ incomplete }: TradePnl): boolean {
  return incomplete.includes('no-pnl');
}

/** Returns the PnL that the orders of a trade have; `null` if it is zero and one that closed has none. */
export function knownPnl(trade: TradePnl): Decimal | null {
  return lacksPnl(trade) && signOf(trade.pnl) === 0 ? null : trade.pnl;
}

/** Returns the PnL of a trade, with a question mark if it is not whole. */
export function tradePnlFigure(trade: TradePnl, text: Text): Figure {
  const pnl = knownPnl(trade);
  const figure = moneyFigure(pnl, text);
  if (pnl === null || !lacksPnl(trade)) return figure;
  return { shown: text.risk.doubted(figure.shown), full: figure.full && text.risk.doubted(figure.full) };
}

export function tradePnlTone(trade: TradePnl): Tone | undefined {
  return lacksPnl(trade) ? 'muted' : signTone(trade.pnl);
}
