import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Day } from '../../../shared/history.ts';
import type { TradeFilter, TradeQuoteSummary } from '../../../shared/trades.ts';
import { request } from '../../api/client.ts';
import { CurrencySums, PnlFigures, SumText } from '../../components/screen/CurrencySums.tsx';
import { filterKey } from '../../model/history-filter.ts';
import { useThrottled } from '../../state/use-throttled.ts';
import { useText } from '../../text/use-text.ts';

interface TradeSummaryLineProps {
  account: string;
  filter: TradeFilter;
  zone: string;
  presetDay: Day | null;
  /** Version of the order history; `undefined` until the first trades have been read. */
  version: number | undefined;
}

/** Minimum time (ms) between two requests while orders are coming in. */
const minIntervalMs = 500;

/** The exact sums of the filtered trades: closed, open and incomplete ones apart (docs/trades.md 5). */
export function TradeSummaryLine({ account, filter, zone, presetDay, version }: TradeSummaryLineProps) {
  const text = useText();
  const shown = useThrottled(version, minIntervalMs);
  const key = `${filterKey(filter)} ${zone} ${presetDay}`;
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['trade-summary', account, key, shown],
    queryFn: async ({ signal }) => ({
      key,
      summary: await request('summarizeTrades', { account, filter, zone }, signal),
    }),
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  if (isError) return <section className="summary">{text.summary.failedToAdd}</section>;
  if (!data) return <section className="summary" aria-label={text.summary.label} aria-busy />;
  const { summary } = data;
  const isOutdated = isPlaceholderData || summary.version !== version;
  return (
    <section
      className="summary summary-of-trades"
      aria-label={text.summary.label}
      aria-busy={isOutdated}
      data-outdated={data.key !== key ? 'at-once' : isOutdated ? 'in-time' : undefined}
    >
      <span className="summary-part">
        <strong>{text.trades.number(summary.trades)}</strong>
        <span>{text.trades.open(summary.open)}</span>
        <span>{text.trades.left(summary.incomplete)}</span>
      </span>
      <CurrencySums sums={summary.quotes}>{(sums) => <TradeSums sums={sums} />}</CurrencySums>
      <span className="summary-basis" title={text.trades.basisExplained}>
        {text.trades.basis}
      </span>
    </section>
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
