import { tickerMarkets } from '../../../shared/market.ts';
import type { WatchChoice as Choice } from '../../../shared/settings.ts';
import { SelectOne } from '../../components/controls/SelectOne.tsx';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';
import { watchInForce } from './watched-rows.ts';

/** Which tickers are shown: those with the most turnover, the favourites, or a watchlist. */
export function WatchChoice() {
  const text = useText();
  const { watch, watchlists } = useSettings();
  const { market, shown } = watchInForce(watch, watchlists);
  const change = useChangeSettings();
  const choices = [
    ...tickerMarkets.flatMap((each): [Choice, string][] => [
      [{ market: each, shown: 'favourites' }, text.watch.favourites(text.alerts.markets[each])],
      [{ market: each, shown: 'busiest' }, text.watch.busiest(text.alerts.markets[each])],
    ]),
    ...watchlists.map((list): [Choice, string] => [
      { market: list.market, shown: { watchlist: list.name } },
      text.watch.watchlist(list.name, text.alerts.markets[list.market]),
    ]),
  ].map(([choice, label]) => ({ choice, label, value: JSON.stringify(choice) }));
  return (
    <SelectOne
      label={text.watch.shown}
      options={choices}
      value={JSON.stringify({ market, shown })}
      onChange={(value) => {
        const chosen = choices.find((each) => each.value === value);
        if (chosen) change({ watch: chosen.choice });
      }}
      className="watch-choice"
    />
  );
}
