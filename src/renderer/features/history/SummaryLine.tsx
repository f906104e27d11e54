import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Day, HistoryFilter, HistoryList, HistorySummary } from '../../../shared/history.ts';
import { request } from '../../api/client.ts';
import { CurrencySums, PnlFigures } from '../../components/screen/CurrencySums.tsx';
import { filterKey } from '../../model/history-filter.ts';
import { useThrottled } from '../../state/use-throttled.ts';
import { useText } from '../../text/use-text.ts';

interface SummaryLineProps {
  account: string;
  list: HistoryList;
  filter: HistoryFilter;
  zone: string;
  presetDay: Day | null;
  /** Version of the list; `undefined` until its first rows have been read. */
  version: number | undefined;
}

/** Minimum time (ms) between two requests while rows are coming in. */
const minIntervalMs = 500;

/** The exact sums of the filtered list. Outdated sums are dimmed until the new ones have been read. */
export function SummaryLine({ account, list, filter, zone, presetDay, version }: SummaryLineProps) {
  const text = useText();
  const shown = useThrottled(version, minIntervalMs);
  const key = `${filterKey(filter)} ${zone} ${presetDay}`;
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['history-summary', account, list, key, shown],
    queryFn: async ({ signal }) => ({
      key,
      summary: await request('summarizeHistory', { account, list, filter, zone }, signal),
    }),
    // The first rows have priority, because the sums need the whole list in memory.
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  if (isError) return <section className="summary">{text.summary.failedToAdd}</section>;
  if (!data) return <section className="summary" aria-label={text.summary.label} aria-busy />;
  const isOfOtherQuery = data.key !== key;
  const isOutdated = isPlaceholderData || data.summary.version !== version;
  return (
    <section
      className="summary"
      aria-label={text.summary.label}
      aria-busy={isOutdated}
      data-outdated={isOfOtherQuery ? 'at-once' : isOutdated ? 'in-time' : undefined}
    >
      <Counts list={list} summary={data.summary} />
      <CurrencySums sums={data.summary.pnl}>
        {(pnl) => (
          <span className="summary-part" data-quote={pnl.quote}>
            <PnlFigures pnl={pnl} label={text.columns.pnl} />
          </span>
        )}
      </CurrencySums>
      {list === 'order-history' && (
        <span className="summary-basis" title={text.summary.basisExplained}>
          {text.summary.basis}
        </span>
      )}
    </section>
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
