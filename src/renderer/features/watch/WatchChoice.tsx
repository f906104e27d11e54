import { tickerMarkets } from '../../../shared/market.ts';
import type { WatchChoice as Choice } from '../../../shared/settings.ts';
import { SelectOne } from '../../components/controls/SelectOne.tsx';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';

/** Which tickers are shown: those with the most turnover, the favourites, or a watchlist. */
export function WatchChoice() {
  const text = useText();
  const { watch, watchlists } = useSettings();
  const change = useChangeSettings();
  const choices = [
    ...tickerMarkets.flatMap((market): [Choice, string][] => [
      [{ market, shown: 'favourites' }, text.watch.favourites(text.alerts.markets[market])],
      [{ market, shown: 'busiest' }, text.watch.busiest(text.alerts.markets[market])],
    ]),
    ...watchlists.map(({ market, name }): [Choice, string] => [{ market, shown: { watchlist: name } }, name]),
  ].map(([choice, label]) => ({ choice, label, value: JSON.stringify(choice) }));
  return (
    <SelectOne
      label={text.watch.shown}
      options={choices}
      value={JSON.stringify({ market: watch.market, shown: watch.shown })}
      onChange={(value) => {
        const chosen = choices.find((each) => each.value === value);
        if (chosen) change({ watch: chosen.choice });
      }}
      className="watch-choice"
      otherwise={text.watch.tickers}
    />
  );
}
