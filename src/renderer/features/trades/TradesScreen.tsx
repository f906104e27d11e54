import { TriangleAlert } from 'lucide-react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { Trade, TradeSort } from '../../../shared/contract/trades.ts';
import { ArchiveScreen, type ListDefinition } from '../../domain/orders/archive/ArchiveScreen.tsx';
import { coverageOf, coverageText } from '../../domain/orders/coverage/coverage.ts';
import { client, request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { TradeSummaryLine } from './TradeSummaryLine.tsx';
import { TradeTimeline } from './TradeTimeline.tsx';
import { tradeCellFilters } from './trade-cell-filters.ts';
import { makeTradeColumns, type TradeExportField, tradeExportFields, tradeSort } from './trade-columns.ts';
import './trades.css';

const definition: ListDefinition<'trades', Trade, TradeSort, TradeExportField> = {
  list: 'trades',
  read: client.readTrades,
  exportRows: client.exportTrades,
  makeColumns: makeTradeColumns,
  timeColumn: 'openedAt',
  sortOf: tradeSort,
  cellFilters: tradeCellFilters,
  exportFields: tradeExportFields,
  countAll: async (account, signal) => {
    // Without a filter, the time zone has no effect.
    const { trades } = await request('summarizeTrades', { account, filter: {}, zone: 'UTC' }, signal);
    return trades;
  },
  notices: ({ trades }) => ({
    empty: { what: trades.empty, next: trades.emptyNext },
    noneFits: { what: trades.noneFits, next: trades.noneFitsNext },
  }),
};

/** The trades that are derived from the order history (docs/trades.md). */
export function TradesScreen({ account }: { account: AccountSummary }) {
  return (
    <ArchiveScreen
      definition={definition}
      account={account}
      note={({ state, zone }) => state && <MissingNote state={state} zone={zone} />}
      details={(trade, { state }, rulesOf) => (
        <TradeTimeline key={trade.key} account={account.id} trade={trade} version={state?.version} rulesOf={rulesOf} />
      )}
      summary={(shown) => <TradeSummaryLine shown={shown} />}
    />
  );
}

/** Says how far back the archive reaches while it is not complete. Renders nothing otherwise. */
function MissingNote({ state, zone }: { state: HistoryState; zone: string }) {
  const text = useText();
  const coverage = coverageOf(state.modes);
  if (coverage.complete) return null;
  return (
    <p className="trades-note">
      <TriangleAlert size={14} aria-hidden="true" />
      {text.sentences(text.history.missing(coverageText(coverage, zone, text)), text.trades.partly)}
    </p>
  );
}
