import { useCallback, useEffect, useState } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import type { HistoryFilter } from '../../../shared/history.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { failureOf } from '../../api/client.ts';
import { ArchiveBanner } from '../../components/coverage/ArchiveBanner.tsx';
import { HistoryPlaceholder } from '../../components/coverage/HistoryPlaceholder.tsx';
import { HistoryStatus } from '../../components/coverage/HistoryStatus.tsx';
import { FilterChips } from '../../components/filter/FilterChips.tsx';
import { FilterMenu } from '../../components/filter/FilterMenu.tsx';
import { FailureNotice } from '../../components/screen/FailureNotice.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import { cleanFilter, isEmptyFilter, withPart } from '../../model/history-filter.ts';
import { filterChips } from '../../model/history-filter-fields.ts';
import { useReportFreshness } from '../../state/freshness.ts';
import { useHistoryFilter, useHistoryFilterForm } from '../../state/history-filter.ts';
import { useHistoryState, useSyncHistory } from '../../state/history-state.ts';
import { useChangeSettings } from '../../state/settings.ts';
import { useTimeZone } from '../../state/time-zone.ts';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { Charts } from './Charts.tsx';
import { CoverageNote } from './CoverageNote.tsx';
import { QuoteChoice } from './QuoteChoice.tsx';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';
import { Totals } from './Totals.tsx';
import { useResults } from './use-results.ts';
import '../../styles/results.css';

/** The results are those of the historical orders, under the filter that their screen has. */
const list = 'order-history';

/** What the historical orders come to: gross, exact, in one quote currency. */
export function ResultsScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const changeSettings = useChangeSettings();
  const [filter, setFilter] = useHistoryFilter(list);
  const form = useHistoryFilterForm(account.id, list, filter, setFilter);
  const zone = useTimeZone();
  const [quote, setQuote] = useState<string | null>(null);
  const state = useHistoryState(account.id, list);
  const sync = useSyncHistory(account.id, list);
  const query = useResults({ account: account.id, filter: cleanFilter(filter), zone, quote }, state?.version);

  const refresh = useCallback((): void => sync('refresh'), [sync]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  useReportFreshness(state?.checkedAt ?? null, null, Boolean(state?.failure));

  const showOrders = useCallback(
    (only: HistoryFilter): void =>
      changeSettings({ filters: { [list]: cleanFilter({ ...filter, ...only }) }, screen: list }),
    [changeSettings, filter],
  );

  const { data: results } = query;
  const drawn = results !== undefined && results.days.length > 0;
  const failure = failureOf(query.error);
  const addAgain = (): void => void query.refetch();

  return (
    <section className="screen" aria-label={text.screens.results}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <FilterMenu {...form} />
        {results && <QuoteChoice quotes={results.quotes} quote={results.quote} onChange={setQuote} />}
        <span className="toolbar-space" />
        <RefreshButton onRefresh={refresh} busy={state?.phase === 'newest'} />
      </div>
      <FilterChips
        chips={filterChips(filter, text)}
        onRemove={(part) => setFilter(withPart(filter, part, undefined))}
        onClear={() => setFilter({})}
      />
      {state?.problem && <ArchiveBanner problem={state.problem} onRetry={refresh} />}
      {drawn && failure && <FailureNotice failure={failure} form="strip" onRetry={addAgain} />}
      {drawn && state?.failure && (
        <FailureNotice
          failure={state.failure}
          form="strip"
          showing={state.checkedAt ? text.results.showing(formatTimestamp(state.checkedAt, zone)) : ''}
          onRetry={refresh}
        />
      )}
      <div className="results" data-old={query.isPlaceholderData || undefined} aria-busy={query.isPlaceholderData}>
        {drawn ? (
          <>
            <div className="results-head">
              <Totals results={results} />
              <div className="results-notes">
                {state && <CoverageNote state={state} zone={zone} />}
                <p>{text.results.explained(zone)}</p>
              </div>
            </div>
            <Charts results={results} onChoose={showOrders} />
          </>
        ) : (
          <HistoryPlaceholder
            state={state}
            failure={failure}
            answered={results !== undefined && !query.isPlaceholderData}
            isFiltered={!isEmptyFilter(filter)}
            empty={{ what: text.results.empty, next: text.results.emptyNext }}
            noneFits={{ what: text.results.noneFits, next: text.results.noneFitsNext }}
            skeleton={<ResultsSkeleton />}
            onRetry={addAgain}
            onSync={sync}
            onClearFilter={() => setFilter({})}
          />
        )}
      </div>
      <HistoryStatus state={state} filtered={null} zone={zone} onSync={sync} />
    </section>
  );
}
