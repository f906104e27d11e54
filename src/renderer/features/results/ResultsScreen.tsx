import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import type { HistoryFilter } from '../../../shared/history.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { client, failureOf } from '../../api/client.ts';
import { FailureNotice } from '../../components/screen/FailureNotice.tsx';
import { StatusLine } from '../../components/screen/StatusLine.tsx';
import { useReportFreshness } from '../../state/freshness.ts';
import { useHistoryFilter } from '../../state/history-filter.ts';
import { useChangeSettings } from '../../state/settings.ts';
import { useTimeZone } from '../../state/time-zone.ts';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { Charts } from './Charts.tsx';
import { CoverageNote } from './CoverageNote.tsx';
import { QuoteChoice } from './QuoteChoice.tsx';
import { ResultsPlaceholder } from './ResultsPlaceholder.tsx';
import { countConditions } from './result-filter.ts';
import { Totals } from './Totals.tsx';
import { useHistoryState } from './use-history-state.ts';
import { useResults } from './use-results.ts';
import '../../styles/results.css';

/** What the historical orders come to: gross, exact, in one quote currency. */
export function ResultsScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const changeSettings = useChangeSettings();
  const [filter, setFilter] = useHistoryFilter('order-history');
  const zone = useTimeZone();
  const [quote, setQuote] = useState<string | null>(null);
  const state = useHistoryState(account.id, 'order-history');
  const query = useResults({ account: account.id, filter, zone, quote }, state?.version);

  const refresh = useCallback((): void => {
    void client.syncHistory({ account: account.id, list: 'order-history', action: 'refresh' });
  }, [account.id]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  useReportFreshness(state?.checkedAt ?? null, null, state?.phase === 'failed');

  const showOrders = useCallback(
    (only: HistoryFilter): void =>
      changeSettings({ filters: { 'order-history': { ...filter, ...only } }, screen: 'order-history' }),
    [changeSettings, filter],
  );

  const { data: results } = query;
  const conditions = countConditions(filter);
  const clearFilter = (): void => setFilter({});
  const asking = failureOf(query.error);
  const failure = asking ?? (state?.phase === 'failed' ? state.failure : null);
  const retry = asking ? () => void query.refetch() : refresh;
  const checked = state?.checkedAt ? text.results.showing(formatTimestamp(state.checkedAt, zone)) : '';

  return (
    <section className="screen" aria-label={text.screens.results}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        {results && <QuoteChoice quotes={results.quotes} quote={results.quote} onChange={setQuote} />}
        {conditions > 0 && (
          <p className="results-filtered">
            {text.results.filtered(conditions)}
            <button type="button" className="status-button" onClick={clearFilter}>
              {text.results.clearFilter}
            </button>
          </p>
        )}
        <span className="toolbar-space" />
        <button type="button" className="button" onClick={refresh} aria-busy={query.isFetching}>
          <RefreshCw size={14} aria-hidden="true" />
          {text.toolbar.refresh}
        </button>
      </div>
      {failure && results && <FailureNotice failure={failure} form="strip" showing={checked} onRetry={retry} />}
      <div className="results" data-old={query.isPlaceholderData || undefined} aria-busy={query.isPlaceholderData}>
        {results && results.days.length > 0 ? (
          <>
            <div className="results-head">
              <Totals results={results} />
              <div className="results-notes">
                <CoverageNote state={state} zone={zone} />
                <p>{text.results.explained(zone)}</p>
              </div>
            </div>
            <Charts results={results} onChoose={showOrders} />
          </>
        ) : (
          <ResultsPlaceholder
            failure={failure}
            known={results !== undefined}
            state={state}
            filtered={conditions > 0}
            onClear={clearFilter}
            onRetry={retry}
          />
        )}
      </div>
      <StatusLine times>{state && <span>{text.status.rows(state.rows)}</span>}</StatusLine>
    </section>
  );
}
