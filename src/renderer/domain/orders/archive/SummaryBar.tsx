import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { useText } from '../../../text/use-text.ts';
import { filterKey } from '../../../ui/filter/list-filter.ts';
import type { ShownList } from './list-definition.ts';
import './summary.css';

interface SummaryBarProps<Filter extends object, Summary extends { version: number }> {
  /** Names the summaries of the list. */
  name: string;
  shown: ShownList<Filter>;
  read: (query: { account: string; filter: Filter; zone: string }, signal: AbortSignal) => Promise<Summary>;
  /** True for figures that need several lines. */
  isWide?: boolean;
  /** What the figures are based on. */
  basis?: { label: string; explained: string };
  children: (summary: Summary) => ReactNode;
}

/** Minimum time (ms) between two requests while rows are coming in. */
const minIntervalMs = 500;

/** The exact sums of the filtered list. Outdated sums are dimmed until the new ones have been read. */
export function SummaryBar<Filter extends object, Summary extends { version: number }>(
  props: SummaryBarProps<Filter, Summary>,
) {
  const { name, read, basis, isWide = false } = props;
  const { account, filter, zone, presetDay, version } = props.shown;
  const text = useText();
  const shown = useThrottled(version, minIntervalMs);
  const key = `${filterKey(filter)} ${zone} ${presetDay}`;
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['summary', name, account, key, shown],
    queryFn: async ({ signal }) => ({ key, summary: await read({ account, filter, zone }, signal) }),
    // The first rows have priority, because the sums need the whole list in memory.
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const className = isWide ? 'summary summary-wide' : 'summary';
  if (isError) return <section className={className}>{text.summary.failedToAdd}</section>;
  if (!data) return <section className={className} aria-label={text.summary.label} aria-busy />;
  const isOfOtherQuery = data.key !== key;
  const isOutdated = isPlaceholderData || data.summary.version !== version;
  return (
    <section
      className={className}
      aria-label={text.summary.label}
      aria-busy={isOutdated}
      data-outdated={isOfOtherQuery ? 'at-once' : isOutdated ? 'in-time' : undefined}
    >
      {props.children(data.summary)}
      {basis && (
        <span className="summary-basis" title={basis.explained}>
          {basis.label}
        </span>
      )}
    </section>
  );
}
