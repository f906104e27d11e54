import type { Failure } from '../../shared/contract/failure.ts';
import type { AnyLiveChange } from '../../shared/contract/market.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { unexpected } from '../../shared/values/errors.ts';
import { type AlertEvents, Alerts, type AlertsOptions } from '../alerts/alerts.ts';
import type { Log } from '../logging/log-events.ts';
import { MarketPoller, type MarketPollerOptions, pollIntervals } from './market-poller.ts';

export interface MarketServicesOptions
  extends Omit<AlertsOptions, 'onNeeds' | 'onAwaited' | 'settings'>,
    Pick<MarketPollerOptions, 'find' | 'random' | 'readers'> {
  /** Read before every decision. */
  readonly settings: () => Settings;
  readonly log: Log;
  readonly events: AlertEvents & {
    /** A live list that a page shows has changed. */
    readonly liveChanged: (change: AnyLiveChange) => void;
    /** The exchange answers an account again after a failed poll. */
    readonly recovered: (account: string) => void;
    /** A poll of the open plans has ended. `failure`: `null` if it has fetched the list. */
    readonly plansPolled: (account: string, failure: Failure | null) => void;
  };
  /** Default: the intervals of the settings. */
  readonly intervals?: MarketPollerOptions['intervals'];
}

/** Creates the poller of all accounts and the alerts that evaluate the rows that it fetches. Logs what fails without a call of the page. */
export function createMarketServices(options: MarketServicesOptions): { market: MarketPoller; alerts: Alerts } {
  const { settings, log, events } = options;
  const alerts: Alerts = new Alerts({
    ...options,
    onNeeds: (account, lists) => market.need(account, lists),
    onAwaited: (account, list) => market.pollSoon(account, list),
  });
  const market: MarketPoller = new MarketPoller({
    intervals: () => pollIntervals(settings()),
    ...options,
    listener: {
      changed: events.liveChanged,
      fetched(rows) {
        alerts.fetched(rows);
        if (rows.list === 'open-plans') events.plansPolled(rows.account, null);
      },
      failed(account, list, failure, isNew, error) {
        alerts.failed(account, list, failure);
        if (list === 'open-plans') events.plansPolled(account, failure);
        if (!isNew) return;
        log({ event: 'live-list-failed', account, list, failure, error: unexpected(error) });
      },
      recovered: events.recovered,
      reset: (account) => alerts.reset(account),
      ticked: (account, tick) => alerts.ticked(account, tick),
    },
  });
  return { market, alerts };
}
