import { createAtom, useSelector } from '@tanstack/react-store';
import { FileText, NotebookPen, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { ListFilters } from '../../../shared/contract/trades.ts';
import type { ResultList } from '../../../shared/orders/trades.ts';
import { spanOfDates } from '../../../shared/time/periods.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { isJointArchive } from '../../domain/accounts/shown-archive.ts';
import { useShownArchive } from '../../domain/accounts/use-shown-archive.ts';
import { useReportFreshness } from '../../domain/market/freshness.ts';
import { CompareField } from '../../domain/orders/CompareField.tsx';
import { type Compared, chosenComparison, comparedDays, shiftBetween } from '../../domain/orders/comparison.ts';
import { AccountNotices } from '../../domain/orders/coverage/AccountNotices.tsx';
import { coverageOf, coverageText } from '../../domain/orders/coverage/coverage.ts';
import { HistoryPlaceholder } from '../../domain/orders/coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../../domain/orders/coverage/HistoryStatus.tsx';
import { useRates } from '../../domain/orders/fees/use-fees.ts';
import { filterIn, withAccountChip } from '../../domain/orders/filter/account-filter.ts';
import { filterForms } from '../../domain/orders/filter/filter-forms.ts';
import {
  partsWithoutField,
  useFilterForm,
  useFilterRemoval,
  useListFilter,
} from '../../domain/orders/filter/use-list-filter.ts';
import { type AccountState, useArchiveState, useSyncHistory } from '../../domain/orders/history-state.ts';
import { oldestCheck } from '../../domain/orders/joint-state.ts';
import { failureOf } from '../../platform/client.ts';
import { useCommand } from '../../platform/commands.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { type Destination, useGoTo } from '../../platform/navigation/go-to.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';
import { RadioMenu } from '../../ui/controls/RadioMenu.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { FilterChips } from '../../ui/filter/FilterChips.tsx';
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx';
import { areDays, cleanFilter, isEmptyFilter } from '../../ui/filter/list-filter.ts';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';
import { PeriodField } from '../../ui/filter/PeriodField.tsx';
import { Bar } from '../../ui/screen/Bar.tsx';
import { spanText } from '../../ui/text/period.ts';
import { orderResults } from './OrderResults.tsx';
import type { AnyResults, Goal, ResultsBasis, ResultsQuery } from './results-basis.ts';
import { tradeResults } from './TradeResults.tsx';
import './results.css';
import './panels/calendar.css';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';

/** The history from which all results come. */
const history = 'order-history';

/** The lists that the results can be those of. */
const bases: readonly ResultList[] = ['trades', 'order-history'];

/** The chosen quote currency, kept until the page is reloaded; `null` for the one with the most rows. */
const chosenQuote = createAtom<string | null>(null);

/** The results that the user left for the rows behind a figure, and how far they were scrolled (CSS pixels). */
const leftResults = createAtom<{ query: string; top: number } | null>(null);

/** Exact gross results of the orders, or of the trades, in one quote currency. */
export function ResultsScreen({ account }: { account: AccountSummary }) {
  const resultsOf = useSetting('resultsOf');
  return resultsOf === 'trades' ? (
    <ResultsOf key="trades" basis={tradeResults} account={account} />
  ) : (
    <ResultsOf key="orders" basis={orderResults} account={account} />
  );
}

interface ResultsOfProps<List extends ResultList, Data extends AnyResults> {
  basis: ResultsBasis<List, Data>;
  account: AccountSummary;
}

function ResultsOf<List extends ResultList, Data extends AnyResults>({ basis, account }: ResultsOfProps<List, Data>) {
  const { list, Figures, Charts } = basis;
  const { period, chips } = filterForms[list];
  const text = useText();
  const words = text.results.of[list];
  const changeSettings = useChangeSettings();
  const goTo = useGoTo();
  const archive = useShownArchive(account);
  const [listFilter, setFilter] = useListFilter(list);
  const filter = useMemo(() => filterIn(listFilter, archive), [listFilter, archive]);
  const { remove, clear } = useFilterRemoval<ListFilters[List]>(filter, setFilter);
  const zone = useTimeZone();
  const quote = useSelector(chosenQuote) ?? undefined;
  const { parts, state } = useArchiveState(archive, history);
  const sync = useSyncHistory(archive.id, history);
  const shown = { account: archive.id, filter: cleanFilter(filter), zone, ...(quote === undefined ? {} : { quote }) };
  const rates = useRates(archive.id);
  const query = useResults(list, { ...shown, ...(rates && { rates }) }, basis.read, state?.version);
  const today = useToday();
  const dates = period.of(filter);
  const comparison = useSelector(chosenComparison);
  const earlierDays = comparedDays(dates, comparison, today);
  const earlierQuery = useResults(
    list,
    earlierDays && {
      ...shown,
      ...(rates && { rates }),
      filter: cleanFilter(period.put(filter, earlierDays)),
    },
    basis.read,
    state?.version,
  );
  // The figures are those of these rows, of one quote currency.
  const rows = query.results?.days.reduce((total, { count }) => total + count, 0) ?? null;
  const form = useFilterForm(archive, list, filter, setFilter, rows);

  const refresh = useCallback((): void => sync('refresh'), [sync]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  const syncFailure = state?.failure ?? null;
  useReportFreshness(oldestCheck(parts.map((part) => part.state)), null, syncFailure);

  const area = useRef<HTMLDivElement>(null);
  const choose = useCallback(
    (only: ListFilters[List], goal: Goal = 'rows'): void => {
      const chosen = cleanFilter({ ...filter, ...only });
      if (goal === 'results') {
        setFilter(chosen);
        return;
      }
      leftResults.set({ query: JSON.stringify([list, filter]), top: area.current?.scrollTop ?? 0 });
      goTo({ kind: 'list', account: account.id, list, filter: chosen } as Destination);
    },
    [goTo, account.id, list, filter, setFilter],
  );

  const { results } = query;
  const earlier = earlierQuery.results;
  const span = spanOfDates(dates, today);
  const name = earlierDays && spanText(earlierDays, text);
  const shift = earlierDays && span && shiftBetween(earlierDays, span);
  const compared = useMemo<Compared<Data> | null>(
    () => (earlier === undefined || name === null || shift === null ? null : { results: earlier, name, shift }),
    [earlier, name, shift],
  );
  // The choice of the period shows it, so that the chips do not come and go with the periods.
  const isPeriodShown = areDays(dates);
  const hasResults = results !== undefined && basis.hasResults(results);
  // Back returns to the earlier filter, and so to the same position.
  const shownQuery = JSON.stringify([list, filter]);
  useLayoutEffect(() => {
    const left = leftResults.get();
    if (!hasResults || left === null) return;
    if (left.query === shownQuery) area.current?.scrollTo({ top: left.top });
    leftResults.set(null);
  }, [hasResults, shownQuery]);
  const failure = failureOf(query.error);
  const readAgain = (): void => void query.refetch();

  return (
    <section className="screen" aria-label={text.screens.results}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <Segmented
          label={text.results.basis}
          options={bases.map((value) => ({ value, label: text.results.of[value].name }))}
          value={list}
          onChange={(resultsOf: ResultList) => changeSettings({ resultsOf })}
        />
        <FilterMenu {...form} />
        <PeriodField
          label={period.label(text)}
          dates={dates}
          onChange={(next) => setFilter(period.put(filter, next))}
        />
        <CompareField dates={dates} />
        {results && (
          <QuoteChoice quotes={results.quotes} quote={results.quote} onChange={(next) => chosenQuote.set(next)} />
        )}
        <div className="toolbar-end">
          <button
            type="button"
            className="button"
            aria-label={text.review.open}
            title={text.review.open}
            onClick={() => openDialog('review')}
          >
            <NotebookPen size={14} aria-hidden="true" />
            <span className="button-word">{text.review.open}</span>
          </button>
          <button
            type="button"
            className="button"
            aria-label={text.statement.open}
            title={text.statement.open}
            onClick={() => openDialog('statement')}
          >
            <FileText size={14} aria-hidden="true" />
            <span className="button-word">{text.statement.open}</span>
          </button>
        </div>
      </div>
      <FilterChips
        chips={withAccountChip(
          chips(isPeriodShown ? period.put(filter, undefined) : filter, zone, text),
          filter,
          archive,
          text,
        )}
        onRemove={remove}
        onEdit={(part, chip) => form.onOpenChange({ part, chip })}
        fixed={partsWithoutField}
        onClear={() => clear(isPeriodShown ? period.put({}, dates) : {})}
      />
      <AccountNotices
        parts={parts}
        list={history}
        zone={zone}
        showing={(checkedAt) => (checkedAt === null ? '' : text.results.showing(checkedAt))}
      />
      {hasResults && failure && (
        <Bar rank="failure">
          <FailureNotice
            failure={failure}
            form="strip"
            of={isJointArchive(archive) ? null : undefined}
            onRetry={readAgain}
          />
        </Bar>
      )}
      <div
        ref={area}
        className="results"
        data-old={query.isPlaceholderData || earlierQuery.isPlaceholderData || undefined}
        aria-busy={query.isPlaceholderData}
      >
        {hasResults ? (
          <>
            <div className="results-head">
              <Figures
                account={account.id}
                archive={archive}
                results={results}
                compared={compared}
                filter={shown.filter}
                onChoose={choose}
              />
              <div className="results-notes">
                {state && <CoverageNote parts={parts} zone={zone} />}
                <p>
                  {rates ? words.afterFees : list === 'trades' ? text.trades.basis : text.summary.basis}
                  <Hint>{text.sentences(words.explained(zone), text.results.ordersAndTrades)}</Hint>
                </p>
                {isJointArchive(archive) && <p>{text.results.ofOneAccount}</p>}
              </div>
            </div>
            <Charts account={account.id} archive={archive} results={results} compared={compared} onChoose={choose} />
          </>
        ) : (
          <HistoryPlaceholder
            state={state}
            failure={failure}
            isRead={results !== undefined && !query.isPlaceholderData}
            isFiltered={!isEmptyFilter(filter)}
            empty={{ what: words.empty, next: words.emptyNext }}
            noneFits={{ what: words.noneFits, next: words.noneFitsNext }}
            skeleton={<ResultsSkeleton />}
            onRetry={readAgain}
            onSync={sync}
            onClearFilter={() => clear({})}
          />
        )}
      </div>
      <HistoryStatus parts={parts} list={history} zone={zone} />
    </section>
  );
}

const blankAreas = ['cumulative', 'symbols', 'days', 'weekdays', 'hours'] as const;

/** Shown while the results are being read. */
function ResultsSkeleton() {
  const text = useText();
  return (
    <div className="results-grid" aria-hidden="true">
      {blankAreas.map((area) => (
        <div key={area} className={`results-panel results-${area} results-blank`}>
          <p className="results-panel-header">{text.results[area]}</p>
          <div className="skeleton-row" />
        </div>
      ))}
    </div>
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
  if (quotes.length < 2) return null;
  if (quotes.length > maxSegments) {
    return (
      <RadioMenu label={results.quote} values={quotes} nameOf={(each) => each} value={quote} onChange={onChange} />
    );
  }
  return (
    <Segmented
      label={results.quote}
      options={quotes.map((value) => ({ value, label: value }))}
      value={quote}
      onChange={onChange}
    />
  );
}

/** A note that orders are missing: until the history of each account is complete, and while some could not be read. */
function CoverageNote({ parts, zone }: { parts: readonly AccountState[]; zone: string }) {
  const text = useText();
  const missing = parts.flatMap(({ account, state }) => {
    const ofAccount = state === undefined ? [] : missingFrom(state, zone, text);
    if (ofAccount.length === 0) return [];
    return parts.length === 1 ? ofAccount : [text.history.gapOf(account.name, ofAccount.reduce(text.sentences))];
  });
  if (missing.length === 0) return null;
  return (
    <p className="results-coverage">
      <TriangleAlert size={14} aria-hidden="true" />
      {missing.reduce(text.sentences)}
    </p>
  );
}

function missingFrom({ modes, phase, unreadable }: HistoryState, zone: string, text: Text): string[] {
  const coverage = coverageOf(modes);
  const past = coverage.backTo === null ? null : coverageText(coverage, zone, text);
  const isReading = phase === 'head' || phase === 'backfill';
  return [
    ...(coverage.complete ? [] : [isReading ? text.results.readsOn(past) : text.results.readsNot(past)]),
    ...(unreadable > 0 ? [text.history.notIncluded(unreadable)] : []),
  ];
}

/** Minimum time (ms) between two requests while the sync adds orders. */
const minIntervalMs = 1000;

/**
 * The results of a query; none of `null`. They are read again when the order history has a newer version. `name`: names the list.
 */
function useResults<Filter, Data extends { version: number }>(
  name: string,
  asked: ResultsQuery<Filter> | null,
  read: (query: ResultsQuery<Filter>, signal: AbortSignal) => Promise<Data>,
  version: number | undefined,
) {
  const query = useQuery({
    queryKey: ['results', name, asked?.account, asked?.filter, asked?.zone, asked?.quote, asked?.rates],
    // In an object, because the compiler cannot tell that the data of any list are no function.
    queryFn: asked === null ? skipToken : async ({ signal }) => ({ results: await read(asked, signal) }),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isError, dataUpdatedAt, refetch } = query;
  const isOutdated = version !== undefined && data !== undefined && data.results.version < version;
  useEffect(() => {
    if (!isOutdated || isFetching || isError) return;
    const timer = window.setTimeout(refetch, Math.max(0, dataUpdatedAt + minIntervalMs - Date.now()));
    return () => window.clearTimeout(timer);
  }, [isOutdated, isFetching, isError, dataUpdatedAt, refetch]);
  return { ...query, results: asked === null ? undefined : data?.results };
}
