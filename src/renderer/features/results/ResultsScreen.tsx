import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import type { HistoryFilter, HistoryState, Results } from '../../../shared/history.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { failureOf, request } from '../../api/client.ts';
import { FigureText } from '../../components/controls/FigureText.tsx';
import { RadioMenu } from '../../components/controls/RadioMenu.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { FirstDownload } from '../../components/coverage/FirstDownload.tsx';
import { ArchiveBanner, HistoryPlaceholder } from '../../components/coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../../components/coverage/HistoryStatus.tsx';
import { FilterChips } from '../../components/filter/FilterChips.tsx';
import { FilterMenu } from '../../components/filter/FilterMenu.tsx';
import { FailureNotice } from '../../components/screen/Notices.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import { coverageOf, coverageText } from '../../model/coverage.ts';
import { decimalText, moneyFigure, signTone } from '../../model/figures.ts';
import { historyFilterChips } from '../../model/history-filter-fields.ts';
import { cleanFilter, isEmptyFilter, withPart } from '../../model/list-filter.ts';
import { useCommand } from '../../state/commands.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useReportFreshness } from '../../state/freshness.ts';
import { useHistoryState, useSyncFailure, useSyncHistory } from '../../state/history-state.ts';
import { useFilterForm, useListFilter } from '../../state/list-filter.ts';
import { useChangeSettings, useTimeZone } from '../../state/settings.ts';
import { showList } from '../../state/show-list.ts';
import { Store, useStore } from '../../state/store.ts';
import { useText } from '../../text/use-text.ts';
import { Charts, ResultsSkeleton } from './Charts.tsx';
import { RangeChoice, rangeOf } from './RangeChoice.tsx';
import '../../styles/results.css';
import '../../styles/calendar.css';

/** The list whose orders and filter the results use. */
const list = 'order-history';

/** The chosen quote currency, kept until the page is reloaded; `null` for the one with the most orders. */
const chosenQuote = new Store<string | null>(null);

/** Exact gross results of the order history in one quote currency. */
export function ResultsScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const changeSettings = useChangeSettings();
  const [filter, setFilter] = useListFilter(list);
  const form = useFilterForm(account.id, list, filter, setFilter);
  const zone = useTimeZone();
  const quote = useStore(chosenQuote);
  const state = useHistoryState(account.id, list);
  const sync = useSyncHistory(account.id, list);
  const query = useResults({ account: account.id, filter: cleanFilter(filter), zone, quote }, state?.version);

  const refresh = useCallback((): void => sync('refresh'), [sync]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  const syncFailure = useSyncFailure(state);
  useReportFreshness(state?.checkedAt ?? null, null, syncFailure);

  const showOrders = useCallback(
    (only: HistoryFilter): void => showList({ list, filter: cleanFilter({ ...filter, ...only }) }, changeSettings),
    [changeSettings, filter],
  );

  const { data: results } = query;
  // The choice of the range shows it, so that the chips do not come and go with the ranges.
  const isRangeShown = rangeOf(filter) !== 'other';
  const hasResults = results !== undefined && results.days.length > 0;
  const failure = failureOf(query.error);
  const readAgain = (): void => void query.refetch();

  return (
    <section className="screen" aria-label={text.screens.results}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <FilterMenu {...form} />
        <RangeChoice filter={filter} onChange={(created) => setFilter(withPart(filter, 'created', created))} />
        {results && (
          <QuoteChoice quotes={results.quotes} quote={results.quote} onChange={(next) => chosenQuote.set(next)} />
        )}
        <span className="toolbar-space" />
        <button type="button" className="button" onClick={() => openDialog('statement')}>
          <FileText size={14} aria-hidden="true" />
          {text.statement.open}
        </button>
        <RefreshButton onRefresh={refresh} busy={state?.phase === 'head'} />
      </div>
      <FilterChips
        chips={historyFilterChips(isRangeShown ? withPart(filter, 'created', undefined) : filter, zone, text)}
        onRemove={(part) => setFilter(withPart(filter, part, undefined))}
        onClear={() => setFilter(isRangeShown && filter.created ? { created: filter.created } : {})}
      />
      <FirstDownload state={state} zone={zone} />
      {state?.problem && <ArchiveBanner problem={state.problem} onRetry={refresh} />}
      {hasResults && failure && <FailureNotice failure={failure} form="strip" onRetry={readAgain} />}
      {hasResults && !failure && syncFailure && (
        <FailureNotice
          failure={syncFailure}
          form="strip"
          showing={state?.checkedAt ? text.results.showing(formatTimestamp(state.checkedAt, zone)) : ''}
          onRetry={refresh}
        />
      )}
      <div className="results" data-old={query.isPlaceholderData || undefined} aria-busy={query.isPlaceholderData}>
        {hasResults ? (
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
            isRead={results !== undefined && !query.isPlaceholderData}
            isFiltered={!isEmptyFilter(filter)}
            empty={{ what: text.results.empty, next: text.results.emptyNext }}
            noneFits={{ what: text.results.noneFits, next: text.results.noneFitsNext }}
            skeleton={<ResultsSkeleton />}
            onRetry={readAgain}
            onSync={sync}
            onClearFilter={() => setFilter({})}
          />
        )}
      </div>
      <HistoryStatus state={state} filtered={null} zone={zone} onSync={sync} />
    </section>
  );
}

interface QuoteChoiceProps {
  quotes: readonly string[];
  quote: string;
  onChange: (quote: string) => void;
}

/** Maximum number of quote currencies shown side by side. More are in a menu. */
const maxSegments = 4;

/** The choice of the quote currency, because amounts of different currencies are never added. */
function QuoteChoice({ quotes, quote, onChange }: QuoteChoiceProps) {
  const { results } = useText();
  const nameOf = (each: string): string => (each === '' ? results.noQuote : each);
  if (quotes.length < 2) return null;
  if (quotes.length > maxSegments) {
    return <RadioMenu label={results.quote} values={quotes} nameOf={nameOf} value={quote} onChange={onChange} />;
  }
  return (
    <Segmented
      label={results.quote}
      options={quotes.map((value) => ({ value, label: nameOf(value) }))}
      value={quote}
      onChange={onChange}
    />
  );
}

/** The sums over all days. */
function Totals({ results: { days, quote } }: { results: Results }) {
  const text = useText();
  const total = days.at(-1)?.total ?? '0';
  const sum = (of: (day: Results['days'][number]) => number): string =>
    decimalText(String(days.reduce((total, day) => total + of(day), 0)));
  return (
    <dl className="results-totals">
      <Total name={text.results.total}>
        <strong data-tone={signTone(total)}>
          <FigureText figure={moneyFigure(total, text)} within={(figure) => text.results.amount(figure, quote)} />
        </strong>
      </Total>
      <Total name={text.results.orders}>{sum(({ count }) => count)}</Total>
      <Total name={text.results.won}>{sum(({ wins }) => wins)}</Total>
      <Total name={text.results.lost}>{sum(({ losses }) => losses)}</Total>
    </dl>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="results-total">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A note that orders are missing, until the history is complete. */
function CoverageNote({ state, zone }: { state: HistoryState; zone: string }) {
  const text = useText();
  const coverage = coverageOf(state.modes);
  if (coverage.complete) return null;
  const past = coverage.backTo === null ? null : coverageText(coverage, zone, text);
  const isReading = state.phase === 'head' || state.phase === 'backfill';
  return (
    <p className="results-coverage">
      <TriangleAlert size={14} aria-hidden="true" />
      {isReading ? text.results.readsOn(past) : text.results.readsNot(past)}
    </p>
  );
}

/** Minimum time (ms) between two requests while the sync adds orders. */
const minIntervalMs = 1000;

interface ResultsQuery {
  account: string;
  filter: HistoryFilter;
  /** IANA name. */
  zone: string;
  /** `null`, or a currency that no order has, stands for the one with the most orders. */
  quote: string | null;
}

/** The results of a query. They are read again when the list has a newer version. */
function useResults({ account, filter, zone, quote }: ResultsQuery, version: number | undefined) {
  const query = useQuery({
    queryKey: ['results', account, filter, zone, quote],
    queryFn: ({ signal }) =>
      request('readResults', { account, filter, zone, ...(quote === null ? {} : { quote }) }, signal),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isError, dataUpdatedAt, refetch } = query;
  const isOutdated = version !== undefined && data !== undefined && data.version < version;
  useEffect(() => {
    if (!isOutdated || isFetching || isError) return;
    const timer = window.setTimeout(refetch, Math.max(0, dataUpdatedAt + minIntervalMs - Date.now()));
    return () => window.clearTimeout(timer);
  }, [isOutdated, isFetching, isError, dataUpdatedAt, refetch]);
  return query;
}
