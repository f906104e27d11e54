import type { TradeFilter, TradeQuoteSummary } from '../../../shared/contract/trades.ts';
import type { ShownList } from '../../domain/orders/archive/ArchiveScreen.tsx';
import { SummaryBar } from '../../domain/orders/archive/SummaryBar.tsx';
import { request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { CurrencySums, PnlFigures, SumText } from '../../ui/screen/CurrencySums.tsx';

/** The exact sums of the filtered trades: closed, open and incomplete ones apart (docs/trades.md 5). */
export function TradeSummaryLine({ shown }: { shown: ShownList<TradeFilter> }) {
  const { trades } = useText();
  return (
    <SummaryBar
      name="trades"
      shown={shown}
      read={(query, signal) => request('summarizeTrades', query, signal)}
      isWide
      basis={{ label: trades.basis, explained: trades.basisExplained }}
    >
      {(summary) => (
        <>
          <span className="summary-part">
            <strong>{trades.number(summary.trades)}</strong>
            <span>{trades.open(summary.open)}</span>
            <span>{trades.left(summary.incomplete)}</span>
          </span>
          <CurrencySums sums={summary.quotes}>{(sums) => <TradeSums sums={sums} />}</CurrencySums>
        </>
      )}
    </SummaryBar>
  );
}

function TradeSums({ sums: { quote, closed, open, incomplete } }: { sums: TradeQuoteSummary }) {
  const { trades } = useText();
  const others = [
    { label: trades.openPnl, ...open },
    { label: trades.incompletePnl, ...incomplete },
  ];
  const hasClosed = closed.wins + closed.losses + closed.zeros > 0;
  return (
    <span className="summary-part" data-quote={quote}>
      {hasClosed && <PnlFigures pnl={closed} label={trades.closedPnl} />}
      {others.map(
        (part) =>
          part.trades > 0 && (
            <span key={part.label}>
              {part.label} <SumText value={part.sum} /> {quote}
            </span>
          ),
      )}
    </span>
  );
}
