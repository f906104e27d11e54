import { Popover } from '@base-ui/react/popover';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Day, HistoryFilter, HistoryList, HistorySummary, PnlSummary } from '../../../shared/history.ts';
import { request } from '../../api/client.ts';
import { FigureText } from '../../components/controls/FigureText.tsx';
import { moneyFigure, plainText, signTone } from '../../model/figures.ts';
import { filterKey } from '../../model/history-filter.ts';
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
/** Number of currencies in the line. A popover shows the others. */
const maxInLine = 2;

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
      <Currencies pnl={data.summary.pnl} />
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

function Currencies({ pnl }: { pnl: readonly PnlSummary[] }) {
  const text = useText();
  const more = pnl.slice(maxInLine);
  return (
    <>
      {pnl.slice(0, maxInLine).map((each) => (
        <Currency key={each.quote} pnl={each} />
      ))}
      {more.length > 0 && (
        <Popover.Root>
          <Popover.Trigger className="status-button">{text.summary.more(more.length)}</Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className="popup-positioner" sideOffset={8} side="top" align="start">
              <Popover.Popup className="popup summary-popup">
                {more.map((each) => (
                  <Currency key={each.quote} pnl={each} />
                ))}
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </>
  );
}

function Currency({ pnl }: { pnl: PnlSummary }) {
  const text = useText();
  const figure = (value: string) => (
    <span data-tone={signTone(value)}>
      <FigureText figure={moneyFigure(value, text)} />
    </span>
  );
  return (
    <span className="summary-part" data-quote={pnl.quote}>
      <span className="summary-sum">
        {text.columns.pnl} <strong>{figure(pnl.sum)}</strong> {pnl.quote}
      </span>
      <span>{text.summary.wins(pnl.wins)}</span>
      <span>{text.summary.losses(pnl.losses)}</span>
      {pnl.winRate !== null && <span>{text.summary.winRate(plainText(pnl.winRate, text))}</span>}
      {pnl.average !== null && (
        <span>
          {text.summary.average} {figure(pnl.average)}
        </span>
      )}
      {pnl.best !== null && (
        <span>
          {text.summary.best} {figure(pnl.best)}
        </span>
      )}
      {pnl.worst !== null && (
        <span>
          {text.summary.worst} {figure(pnl.worst)}
        </span>
      )}
    </span>
  );
}

/** Returns the value, updated at most once per `interval` ms. The last value always arrives. */
function useThrottled<Value>(value: Value, interval: number): Value {
  const [current, setCurrent] = useState(value);
  const updatedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = Math.max(0, updatedAt.current + interval - performance.now());
    const timer = window.setTimeout(() => {
      updatedAt.current = performance.now();
      setCurrent(value);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, interval]);
  return current;
}
