import type { HistoryFilter, HistorySummary } from '../../../shared/contract/history.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ShownList } from '../../domain/orders/archive/ArchiveScreen.tsx';
import { SummaryBar } from '../../domain/orders/archive/SummaryBar.tsx';
import { request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { CurrencySums, PnlFigures } from '../../ui/screen/CurrencySums.tsx';

interface HistorySummaryLineProps {
  list: HistoryList;
  shown: ShownList<HistoryFilter>;
}

/** The exact sums of the filtered history. */
export function HistorySummaryLine({ list, shown }: HistorySummaryLineProps) {
  const { summary: words, columns } = useText();
  return (
    <SummaryBar
      name={list}
      shown={shown}
      read={(query, signal) => request('summarizeHistory', { ...query, list }, signal)}
      {...(list === 'order-history' ? { basis: { label: words.basis, explained: words.basisExplained } } : {})}
    >
      {(summary) => (
        <>
          <Counts list={list} summary={summary} />
          <CurrencySums sums={summary.pnl}>
            {(pnl) => (
              <span className="summary-part" data-quote={pnl.quote}>
                <PnlFigures pnl={pnl} label={columns.pnl} />
              </span>
            )}
          </CurrencySums>
        </>
      )}
    </SummaryBar>
  );
}

function Counts({ list, summary }: { list: HistoryList; summary: HistorySummary }) {
  const text = useText();
  const orders = list === 'order-history';
  return (
    <span className="summary-part">
      <strong>{orders ? text.summary.orders(summary.rows) : text.summary.plans(summary.rows)}</strong>
      <span>{orders ? text.summary.filled(summary.filled) : text.summary.executed(summary.filled)}</span>
      <span>{text.summary.canceled(summary.canceled)}</span>
      {!orders && <span>{text.summary.failed(summary.failed)}</span>}
    </span>
  );
}
