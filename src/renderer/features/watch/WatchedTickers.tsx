import { tickerMarkets } from '../../../shared/market.ts';
import type { WatchChoice as Choice } from '../../../shared/settings.ts';
import { SelectOne } from '../../components/controls/SelectOne.tsx';
import { percentText, priceText, signTone } from '../../model/figures.ts';
import { figuresOf, type TickerRow } from '../../model/ticker-row.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useRulesOf } from '../../state/symbol-rules.ts';
import { useTickerView, useWatchlists } from '../../state/ticker-view.ts';
import { useStableSort } from '../../state/use-stable-sort.ts';
import { useText } from '../../text/use-text.ts';
import { effectiveWatch, watchedSymbols } from './watched-rows.ts';

interface WatchedTickersProps {
  account: string;
  rows: readonly TickerRow[];
  isLive: boolean;
  isKnown: boolean;
}

export function WatchedTickers({ account, rows, isLive, isKnown }: WatchedTickersProps) {
  const text = useText();
  const settings = useSettings();
  const watch = effectiveWatch(settings.watch, settings.watchlists);
  const [{ favourites }] = useTickerView(watch.market);
  const { own: watchlists } = useWatchlists(watch.market);
  const precisionOf = useRulesOf(account);
  const { value: symbols } = useStableSort(
    () => watchedSymbols(rows, watch, { favourites, watchlists }),
    JSON.stringify([watch, favourites, watchlists, rows.length === 0]),
    rows,
  );
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  const shown = symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  if (shown.length === 0) return <p className="watch-nothing">{isKnown ? text.watch.noTickers : ''}</p>;
  return (
    <ul className="watch-list" data-stale={!isLive || undefined}>
      {shown.map((row) => {
        const change = isLive ? figuresOf(row).changePercent : null;
        const precision = watch.market === 'futures' ? precisionOf(row.symbol) : undefined;
        return (
          <li key={row.symbol} className="watch-row">
            <span className="watch-symbol">{row.symbol}</span>
            <span className="watch-figure">{priceText(row.last, precision, text)}</span>
            <span className="watch-change" data-tone={signTone(change)}>
              {percentText(change, text)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The choice of tickers: the largest turnover, the favorites, or a watchlist. */
export function WatchChoice() {
  const text = useText();
  const { watch, watchlists } = useSettings();
  const { market, shown } = effectiveWatch(watch, watchlists);
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
