import { AppWindow } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { smallest } from '../../../shared/values/extremes.ts';
import { useLiveFor, useReportFreshness } from '../../domain/market/freshness.ts';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import { useTickers } from '../../domain/market/use-tickers.ts';
import { AccountRisk } from '../../domain/plans/positions/AccountRisk.tsx';
import { usePositionsOf } from '../../domain/plans/positions/positions.ts';
import { usePositionRows } from '../../domain/plans/positions/use-position-rows.ts';
import { type AccountPlans, usePlanRows } from '../../domain/plans/use-plan-rows.ts';
import { useAbout } from '../../platform/about.ts';
import { inBrowser } from '../../platform/bridge.ts';
import { client } from '../../platform/client.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { NearestPlans } from './NearestPlans.tsx';
import { WatchChoice, WatchedTickers } from './WatchedTickers.tsx';
import './watch.css';

interface WatchWindowProps {
  accounts: readonly AccountSummary[];
  /** Age of the figures. */
  age: ReactNode;
}

/** A small window above all others, with a few tickers and the plan orders nearest to their trigger. */
export function WatchWindow({ accounts, age }: WatchWindowProps) {
  const text = useText();
  const chosen = useSetting('account');
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  useEffect(() => {
    document.title = `${text.watch.title} – ${text.product}`;
  }, [text]);
  return account ? <Watched key={account.id} account={account} age={age} /> : null;
}

function Watched({ account, age }: { account: AccountSummary; age: ReactNode }) {
  const text = useText();
  const watch = useSetting('watch');
  const { snapshot, rows, isLive } = useTickers(account.id, watch.market, false);
  const plans = usePlanRows(account.id);
  const about = useAbout();
  const fetched = [snapshot.fetchedAt, plans.plans.fetchedAt, plans.tickers.fetchedAt];
  const failure = snapshot.failure ?? plans.plans.failure ?? plans.tickers.failure;
  const oldest = smallest(fetched.map((at) => at ?? Number.POSITIVE_INFINITY));
  useReportFreshness(Number.isFinite(oldest) ? oldest : null, useLiveFor(), failure);
  return (
    <div className="watch">
      <header className="watch-header">
        <h1 className="watch-account">{account.name}</h1>
        {account.kind === 'demo' && <span className="demo">{text.account.demo}</span>}
        <span className="toolbar-space" />
        {!inBrowser && (
          <IconButton
            label={text.watch.openProgram}
            icon={AppWindow}
            onClick={() => void client.showWindow({ window: 'main' })}
          />
        )}
      </header>
      <main className="watch-body">
        <WatchedRisk plans={plans} />
        <section aria-label={text.watch.tickers}>
          <WatchChoice />
          <WatchedTickers account={account.id} rows={rows} isLive={isLive} isKnown={snapshot.fetchedAt !== null} />
        </section>
        <section aria-labelledby="nearest-plans">
          <h2 className="watch-title" id="nearest-plans">
            {text.watch.nearest}
          </h2>
          <NearestPlans account={account.id} rows={plans.rows} isKnown={plans.plans.fetchedAt !== null} />
        </section>
      </main>
      {about?.wayland && <p className="watch-hint">{text.watch.notOnTop}</p>}
      <footer className="watch-footer">{age}</footer>
    </div>
  );
}

/** The risk of the account in a few lines. */
function WatchedRisk({ plans }: { plans: AccountPlans }) {
  const { account } = plans;
  const accounts = useMemo(() => [account], [account]);
  const isRead = plans.plans.fetchedAt !== null;
  const positions = usePositionsOf(accounts, useSameItems([isRead ? plans.plans.rows : null]));
  const { rulesOf } = useRulesOfAccounts(accounts);
  const rows = usePositionRows(positions, [plans], rulesOf);
  return <AccountRisk positions={positions} rows={rows} isStale={!plans.isLive} />;
}
