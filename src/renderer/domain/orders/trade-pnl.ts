import type { Trade, TradeQuoteSummary } from '../../../shared/contract/trades.ts';
import { lacksPnl } from '../../../shared/orders/trades.ts';
import type { Text } from '../../text/use-text.ts';
import type { Tone } from '../../ui/table/column.ts';
import { type Figure, moneyFigure, signTone } from '../../ui/text/figures.ts';

type TradePnl = Pick<Trade, 'pnl' | 'incomplete'>;

/** Returns the PnL of a trade, with a question mark if it is not whole. */
export function tradePnlFigure(trade: TradePnl, text: Text): Figure {
  const figure = moneyFigure(trade.pnl, text);
  if (trade.pnl === null || !lacksPnl(trade)) return figure;
  return { shown: text.risk.doubted(figure.shown), full: figure.full && text.risk.doubted(figure.full) };
}

/** Returns how a trade has ended: its PnL, or its state if it is open or its PnL is not known; "" if nothing is known. */
export function tradeResultText(trade: TradePnl & Pick<Trade, 'state'>, text: Text): string {
  const { state, pnl } = trade;
  if (state !== 'open' && pnl !== null) return tradePnlFigure(trade, text).shown;
  return state === null ? '' : text.trades.states[state];
}

export function tradePnlTone(trade: TradePnl): Tone | undefined {
  return lacksPnl(trade) ? 'muted' : signTone(trade.pnl);
}

/** True if trades of a quote currency were closed and are complete: the sum of none is no PnL of 0. */
export function hasClosed({ closed: { wins, losses, zeros } }: TradeQuoteSummary): boolean {
  return wins + losses + zeros > 0;
}
