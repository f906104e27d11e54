import { TriangleAlert } from 'lucide-react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { Trade, TradeFilter, TradeQuoteSummary, TradeSort } from '../../../shared/contract/trades.ts';
import { ArchiveScreen } from '../../domain/orders/archive/ArchiveScreen.tsx';
import type { ListDefinition, ShownList } from '../../domain/orders/archive/list-definition.ts';
import { SummaryBar } from '../../domain/orders/archive/SummaryBar.tsx';
import { coverageOf, missingOfAccounts } from '../../domain/orders/coverage/coverage.ts';
import { AfterFees, averageAfter } from '../../domain/orders/fees/AfterFees.tsx';
import type { AccountState } from '../../domain/orders/history-state.ts';
import { TradePicture } from '../../domain/orders/picture/TradePicture.tsx';
import { hasClosed } from '../../domain/orders/trade-pnl.ts';
import { client, request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { Bar } from '../../ui/screen/Bar.tsx';
import { CurrencySums, type EarlierSum, PnlFigures, SumText } from '../../ui/screen/CurrencySums.tsx';
import { TradeTimeline } from './TradeTimeline.tsx';
import { makeTradeColumns, type TradeExportField, tradeExportFields, tradeSort } from './trade-columns.ts';
import './trades.css';

const definition: ListDefinition<'trades', Trade, TradeSort, TradeExportField> = {
  list: 'trades',
  read: client.readTrades,
  hasFees: true,
  exportRows: client.exportTrades,
  makeColumns: makeTradeColumns,
  timeColumn: 'openedAt',
  sortOf: tradeSort,
  fieldsOfColumn: (column) => (column === 'state' ? ['state', 'incomplete'] : [column]),
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
      note={({ parts, state, zone }) => state && <MissingNote parts={parts} state={state} zone={zone} />}
      details={(trade, { account: own, state }, rulesOf) => (
        <TradeTimeline key={trade.key} account={own} trade={trade} version={state?.version} rulesOf={rulesOf} />
      )}
      lead={(trade, { account: own, state }, rulesOf) => (
        <TradePicture account={own} trade={trade} version={state?.version} rules={rulesOf(trade.symbol)} />
      )}
      summary={(shown) => <TradeSummaryLine shown={shown} />}
    />
  );
}

/** Says what is missing from the orders of which the trades are made. Renders nothing if nothing is. */
function MissingNote({ parts, state, zone }: { parts: readonly AccountState[]; state: HistoryState; zone: string }) {
  const text = useText();
  const missing = missingOfAccounts(parts, zone, text);
  if (missing.length === 0) return null;
  const isPartly = !coverageOf(state.modes).complete;
  return (
    <Bar rank="warning">
      <div className="trades-note">
        <TriangleAlert size={14} aria-hidden="true" />
        <span className="bar-text">
          {[...missing, ...(isPartly ? [text.trades.partly] : [])].reduce(text.sentences)}
        </span>
      </div>
    </Bar>
  );
}

/** The exact sums of the filtered trades: closed, open and incomplete ones apart (docs/trades.md 5). */
function TradeSummaryLine({ shown }: { shown: ShownList<TradeFilter> }) {
  const { trades } = useText();
  return (
    <SummaryBar
      list="trades"
      shown={shown}
      read={(query, signal) => request('summarizeTrades', query, signal)}
      isWide
      basis={{ label: trades.basis, explained: trades.basisExplained }}
    >
      {(summary, earlier) => (
        <>
          <span className="summary-part">
            <strong>{trades.number(summary.trades)}</strong>
            <span>{trades.open(summary.open)}</span>
            <span>{trades.left(summary.incomplete)}</span>
            {summary.uncertain > 0 && (
              <span title={trades.uncertainExplained}>{trades.uncertain(summary.uncertain)}</span>
            )}
          </span>
          <CurrencySums sums={summary.quotes}>
            {(sums) => (
              <TradeSums
                sums={sums}
                earlier={
                  earlier && {
                    name: earlier.name,
                    sum: earlier.summary.quotes.find(({ quote }) => quote === sums.quote)?.closed.sum ?? null,
                  }
                }
              />
            )}
          </CurrencySums>
        </>
      )}
    </SummaryBar>
  );
}

interface TradeSumsProps {
  sums: TradeQuoteSummary;
  earlier: EarlierSum | null;
}

function TradeSums({ sums, earlier }: TradeSumsProps) {
  const text = useText();
  const { quote, closed, open, incomplete } = sums;
  const { trades } = text;
  const others = [
    { part: 'open' as const, label: trades.openPnl, ...open },
    { part: 'incomplete' as const, label: trades.incompletePnl, ...incomplete },
  ];
  return (
    <span className="summary-part" data-quote={quote}>
      {hasClosed(sums) && (
        <PnlFigures
          pnl={closed}
          label={trades.closedPnl}
          after={<AfterFees pnl={closed.sum} fees={closed.fees} />}
          ofAverage={averageAfter(closed, text)}
          earlier={earlier}
        />
      )}
      {others.map(
        ({ part, label, trades: number, sum, fees }) =>
          number > 0 && (
            <span key={part}>
              {label} <SumText value={sum} isCertain={part !== 'incomplete'} /> {quote}{' '}
              {sum !== null && <AfterFees pnl={sum} fees={fees} />}
            </span>
          ),
      )}
    </span>
  );
}
