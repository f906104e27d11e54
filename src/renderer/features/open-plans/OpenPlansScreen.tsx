import { useCallback, useMemo, useState } from 'react';
import { marginModeChoices } from '../../../shared/choices.ts';
import type { AccountSummary } from '../../../shared/domain.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { SymbolPicker } from '../../components/controls/SymbolPicker.tsx';
import { noticeCopied } from '../../components/copy-text.ts';
import type { PlanRow } from '../../components/plans/plan-row.ts';
import { usePlanRows } from '../../components/plans/use-plan-rows.ts';
import { ColumnsMenu } from '../../components/screen/ColumnsMenu.tsx';
import { DetailPanel } from '../../components/screen/DetailPanel.tsx';
import { EmptyNotice } from '../../components/screen/EmptyNotice.tsx';
import { FailureNotice } from '../../components/screen/FailureNotice.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import { Skeleton } from '../../components/screen/Skeleton.tsx';
import { DataTable } from '../../components/table/DataTable.tsx';
import { useWantedPlan } from '../../state/focus-plan.ts';
import { useReportFreshness } from '../../state/freshness.ts';
import { refreshLive } from '../../state/live/live.ts';
import { useLiveFor } from '../../state/live/use-is-live.ts';
import { showNotice } from '../../state/notice.ts';
import { useRulesOf, useSymbols } from '../../state/queries.ts';
import { useChangeSettings, useSettings, useTableLayout } from '../../state/settings.ts';
import { useTimeZone } from '../../state/time-zone.ts';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { makeOpenPlanColumns } from './open-plan-columns.ts';
import { PlanLead } from './PlanLead.tsx';
import { PlanMenu } from './PlanMenu.tsx';
import { PlansStatus } from './PlansStatus.tsx';
import { usePlanOrder } from './use-plan-order.ts';

/** The plans that wait, each beside the price that it waits for; the nearest first. */
export function OpenPlansScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const zone = useTimeZone();
  const { marginMode } = useSettings();
  const changeSettings = useChangeSettings();
  const [layout, setLayout] = useTableLayout('open-plans');
  const [symbol, setSymbol] = useState<string | null>(null);
  const [seen, setSeen] = useState<PlanRow | null>(null);
  const rulesOf = useRulesOf(account.id);
  const columns = useMemo(() => makeOpenPlanColumns(text, rulesOf, zone), [text, rulesOf, zone]);
  const { plans, tickers, rows: all, isLive } = usePlanRows(account.id);

  const rows = useMemo(
    () =>
      all.filter(
        (row) => (symbol === null || row.symbol === symbol) && (marginMode === 'all' || row.marginMode === marginMode),
      ),
    [all, symbol, marginMode],
  );
  const listKey = `${account.id}\n${marginMode}\n${symbol ?? ''}`;
  const { area, index, order } = usePlanOrder(rows, columns, layout.sort, listKey, isLive);
  // A plan whose details are open may leave the list meanwhile: they stay as they were.
  const openRow = seen && (all.find(({ key }) => key === seen.key) ?? seen);

  const openWanted = useCallback(
    (key: string): void => {
      const wanted = all.find((row) => row.key === key);
      if (!wanted) {
        showNotice(text.plans.notHere);
        return;
      }
      setSymbol(null);
      changeSettings({ marginMode: 'all' });
      setSeen(wanted);
    },
    [all, changeSettings, text],
  );
  useWantedPlan(plans.isRead, openWanted);

  const refresh = useCallback((): void => {
    void refreshLive('open-plans', account.id);
    void refreshLive('futures-tickers', account.id);
  }, [account.id]);
  useCommand('refresh', refresh);

  const failure = plans.failure ?? tickers.failure;
  useReportFreshness(olderOf(plans.fetchedAt, tickers.fetchedAt), useLiveFor(), failure !== null);

  const isFiltered = symbol !== null || marginMode !== 'all';
  const showAll = (): void => {
    setSymbol(null);
    changeSettings({ marginMode: 'all' });
  };
  const placeholder =
    plans.failure && all.length === 0 ? (
      <FailureNotice failure={plans.failure} form="panel" onRetry={refresh} />
    ) : plans.fetchedAt === null ? (
      <Skeleton />
    ) : (
      <EmptyNotice
        what={text.empty.openPlans}
        next={text.empty.openPlansNext}
        action={isFiltered ? { label: text.empty.showAll, run: showAll } : undefined}
      />
    );

  return (
    <section className="screen" aria-label={text.screens['open-plans']}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <SymbolPicker symbols={useSymbols(account.id)} value={symbol} onChange={setSymbol} />
        <Segmented
          label={text.toolbar.marginMode}
          options={marginModeChoices.map((value) => ({ value, label: text.marginModes[value] }))}
          value={marginMode}
          onChange={(value) => changeSettings({ marginMode: value })}
        />
        <span className="toolbar-space" />
        <RefreshButton onRefresh={refresh} />
        <ColumnsMenu columns={columns} layout={layout} onLayoutChange={setLayout} />
      </div>
      {failure && all.length > 0 && (
        <FailureNotice
          failure={failure}
          form="strip"
          showing={plans.fetchedAt ? text.failure.showing(formatTimestamp(plans.fetchedAt, zone)) : ''}
          onRetry={refresh}
        />
      )}
      <div className="screen-body">
        <PlanMenu plans={all}>
          <div className="screen-area" ref={area}>
            <DataTable
              label={text.table.label(text.screens['open-plans'], account.name)}
              columns={columns}
              index={index}
              rowKey={keyOf}
              layout={layout}
              onLayoutChange={setLayout}
              listKey={`${listKey}\n${JSON.stringify(layout.sort)}`}
              keepPlace="off"
              complete
              stale={!isLive && all.length > 0}
              openKey={openRow?.key ?? null}
              onOpen={setSeen}
              onCopied={(copied) => noticeCopied(copied, text)}
              placeholder={placeholder}
            />
          </div>
        </PlanMenu>
        {openRow && (
          <DetailPanel
            row={openRow}
            title={openRow.symbol}
            columns={columns}
            onClose={() => setSeen(null)}
            lead={<PlanLead row={openRow} hasLeft={!all.some(({ key }) => key === openRow.key)} />}
          />
        )}
      </div>
      <PlansStatus
        shown={rows.length}
        total={all.length}
        plans={plans}
        tickers={tickers}
        isLive={isLive}
        isNearestFirst={layout.sort.length === 0}
        order={order}
      />
    </section>
  );
}

function olderOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function keyOf(row: PlanRow): string {
  return row.key;
}
