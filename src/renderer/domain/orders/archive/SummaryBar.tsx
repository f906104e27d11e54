import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { Rates } from '../../../../shared/orders/fees.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { dayOf } from '../../../../shared/time/days.ts';
import type { DaySpan } from '../../../../shared/time/periods.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { useText } from '../../../text/use-text.ts';
import { filterKey } from '../../../ui/filter/list-filter.ts';
import { useToday } from '../../../ui/filter/PeriodChoice.tsx';
import { spanText } from '../../../ui/text/period.ts';
import { chosenComparison, comparedDays } from '../comparison.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { useRates } from '../fees/use-fees.ts';
import { filterForms } from '../filter/filter-forms.ts';
import type { ShownList } from './list-definition.ts';
import './summary.css';

interface SummaryBarProps<List extends ArchiveList, Summary extends { version: number }> {
  list: List;
  shown: ShownList<ListFilters[List]>;
  read: (query: SummaryQuery<ListFilters[List]>, signal: AbortSignal) => Promise<Summary>;
  /** True for figures that need several lines. */
  isWide?: boolean;
  /** What the figures are based on. */
  basis?: { label: string; explained: string };
  children: (summary: Summary, earlier: EarlierSummary<Summary> | null) => ReactNode;
}

interface SummaryQuery<Filter> {
  account: string;
  filter: Filter;
  zone: string;
  /** With which fees are estimated. */
  rates?: Rates;
}

/** The sums of earlier days, and those days in words. */
interface EarlierSummary<Summary> {
  summary: Summary;
  name: string;
}

/** Minimum time (ms) between two requests while rows are coming in. */
const minIntervalMs = 500;

/** The exact sums of the filtered list. Outdated sums are dimmed until the new ones have been read. */
export function SummaryBar<List extends ArchiveList, Summary extends { version: number }>(
  props: SummaryBarProps<List, Summary>,
) {
  const { list, read, basis, isWide = false } = props;
  const { account, filter, zone, presetDay, version, state } = props.shown;
  const text = useText();
  const shown = useThrottled(version, minIntervalMs);
  const earlierDays = useEarlierDays(list, props.shown);
  const rates = useRates(account);
  const key = `${filterKey(filter)} ${zone} ${presetDay} ${JSON.stringify([earlierDays, rates])}`;
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['summary', list, account, key, shown],
    queryFn: async ({ signal }) => {
      // After the request for the rows, which the screen sends in the same turn: a worker answers in turn.
      await null;
      const [summary, earlier] = await Promise.all([
        read({ account, filter, zone, ...(rates && { rates }) }, signal),
        earlierDays && read({ account, filter: filterForms[list].period.put(filter, earlierDays), zone }, signal),
      ]);
      return { key, summary, earlier: earlier && earlierDays && { summary: earlier, days: earlierDays } };
    },
    // The first rows have priority, because the sums need the whole list in memory.
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const className = isWide ? 'summary summary-wide' : 'summary';
  if (isError) return <section className={className}>{text.summary.failedToAdd}</section>;
  // Before its first reading, an archive has no number of orders.
  const isUnread = state?.checkedAt === null && state.rows === 0;
  if (!data || isUnread) return <section className={className} aria-label={text.summary.label} aria-busy={!data} />;
  const isOfOtherQuery = data.key !== key;
  const isOutdated = isPlaceholderData || data.summary.version !== version;
  return (
    <section
      className={className}
      aria-label={text.summary.label}
      aria-busy={isOutdated}
      data-outdated={isOfOtherQuery ? 'at-once' : isOutdated ? 'in-time' : undefined}
    >
      {props.children(
        data.summary,
        data.earlier && { summary: data.earlier.summary, name: spanText(data.earlier.days, text) },
      )}
      {basis && (
        <span className="summary-basis" title={basis.explained}>
          {basis.label}
        </span>
      )}
    </section>
  );
}

/** Returns the days with which the period of a list is compared; `null` without a PnL, and while the archive does not reach back to them. */
function useEarlierDays<List extends ArchiveList>(
  list: List,
  { filter, state, zone }: ShownList<ListFilters[List]>,
): DaySpan | null {
  const today = useToday();
  const comparison = useSelector(chosenComparison);
  const days = comparedDays(filterForms[list].period.of(filter), comparison, today);
  // Plan orders have no PnL.
  if (days === null || state === undefined || list === 'plan-history') return null;
  const { complete, backTo } = coverageOf(state.modes);
  return complete || (backTo !== null && dayOf(backTo, zone) < days.from) ? days : null;
}
