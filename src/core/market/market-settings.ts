import type { Settings } from '../../shared/settings.ts';
import { localTimeZone } from '../../shared/time.ts';
import type { MarketSettings } from './market.ts';

/** What the user's settings mean for the market. */
export function marketSettings({ refreshRates, liveFor, quietHours, timeZone, notify }: Settings): MarketSettings {
  const { alerts, ...lookedAt } = refreshRates;
  return {
    pace: {
      lookedAt: {
        'futures-tickers': lookedAt['futures-tickers'] * 1000,
        'spot-tickers': lookedAt['spot-tickers'] * 1000,
        'open-plans': lookedAt['open-plans'] * 1000,
      },
      background: alerts * 1000,
    },
    staleAfterMs: liveFor * 1000,
    quietHours,
    zone: timeZone === 'local' ? localTimeZone() : timeZone,
    notify,
  };
}
