import { useCallback, useRef } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { roughDistance } from '../../../shared/plans/plan-distance.ts';
import { isTold } from '../../../shared/values/told.ts';
import { useLiveFor, useReportFreshness } from '../../domain/market/freshness.ts';
import { refreshLive } from '../../domain/market/live/live.ts';
import { distanceText } from '../../domain/plans/distance-columns.ts';
import type { PlanRow } from '../../domain/plans/plan-row.ts';
import { AccountRisk } from '../../domain/plans/positions/AccountRisk.tsx';
import { refreshPositions } from '../../domain/plans/positions/positions.ts';
import { useCommand } from '../../platform/commands.ts';
import { usePendingRow } from '../../platform/navigation/pending.ts';
import { showNotice } from '../../platform/notice.ts';
import { useTitleFact } from '../../platform/window-title.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { DayLine } from './DayLine.tsx';
import { PlansList } from './PlansList.tsx';
import { fetchedAtOf } from './PlansStatus.tsx';
import { PlansToolbar } from './PlansToolbar.tsx';
import { useBesidePlans } from './use-beside-plans.ts';
import { usePlansView } from './use-plans-view.ts';
import { ShiftField, ShiftResult } from './WhatIfShift.tsx';
import './plans.css';

/** The open plan orders, with the distance to their trigger. */
export function OpenPlansScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const view = usePlansView(account);
  const { ids, parts, rows: all, isOfAll, openRow, setOpenRow, showAll } = view;
  useTitleFact(nearestPlan(view.shown, text));
  const beside = useBesidePlans(openRow !== null || view.openPosition !== null);
  const latest = useRef(view);
  latest.current = view;

  const ownPlan = useCallback(
    (key: string) => all.find((each) => each.account === account.id && each.key === key),
    [all, account.id],
  );
  const reveal = useCallback(
    (key: string): void => {
      const row = ownPlan(key);
      if (!row) {
        showNotice(text.plans.notHere);
        return;
      }
      showAll();
      setOpenRow(row);
    },
    [ownPlan, showAll, setOpenRow, text],
  );
  const isListed = useCallback((key: string) => ownPlan(key) !== undefined, [ownPlan]);
  const ownPlans = parts.find((part) => part.account === account.id)?.plans;
  usePendingRow({ account: account.id, screen: 'open-plans' }, { list: ownPlans, isListed, reveal });

  const refresh = useCallback((): void => {
    for (const id of ids) {
      void refreshLive('open-plans', id);
      void refreshLive('futures-tickers', id);
    }
    refreshPositions(ids);
  }, [ids]);
  useCommand('refresh', refresh);

  // With several accounts the status bar shows the state of each.
  const only = isOfAll ? undefined : parts[0];
  const failure = only?.plans.failure ?? only?.tickers.failure ?? null;
  // Prices alone say nothing about the plan orders.
  const fetchedAt = only ? fetchedAtOf(only) : null;
  useReportFreshness(fetchedAt, useLiveFor(), failure);

  return (
    <section className="screen" aria-label={text.screens['open-plans']}>
      <AccountRisk
        positions={view.positions}
        rows={view.positionRows}
        isStale={!parts.some((part) => part.isLive)}
        bare={view.barePositions}
      >
        <ShiftField />
      </AccountRisk>
      <ShiftResult view={view} />
      <DayLine view={view} />
      <PlansToolbar account={account} tools={view.tools} beside={beside} latest={latest} />
      <PlansList
        accountName={account.name}
        view={view}
        beside={beside}
        failure={failure}
        fetchedAt={fetchedAt}
        onRefresh={refresh}
      />
    </section>
  );
}

/** Returns the plan order that is nearest to its trigger, in words; `null` while no distance is live. */
function nearestPlan(rows: readonly PlanRow[], text: Text): string | null {
  let nearest: PlanRow | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    // Floats choose, because this is done at each tick for each plan order. The figure itself is exact.
    const left = row.isLive && isTold(row.last) ? roughDistance(row, row.last) : null;
    if (left === null || left >= least) continue;
    nearest = row;
    least = left;
  }
  return nearest && `${nearest.symbol} ${distanceText(nearest, text)}`;
}
