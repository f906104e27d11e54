import { Menu } from '@base-ui/react/menu';
import type { WatchChoice as Choice } from '../../../shared/contract/settings.ts';
import { type TickerMarket, tickerMarkets } from '../../../shared/market/market.ts';
import { PriceAlertItem } from '../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { figuresOf, type TickerRow } from '../../domain/market/ticker-row.ts';
import { useTickerView, useWatchlists } from '../../domain/market/ticker-view.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { CopyItem } from '../../ui/controls/CopyItem.tsx';
import { moveAmongButtons } from '../../ui/controls/move-among-buttons.ts';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import { useStableSort } from '../../ui/table/use-stable-sort.ts';
import { percentText, priceText, signTone } from '../../ui/text/figures.ts';
import { effectiveWatch, watchedSymbols } from './watched-rows.ts';

interface WatchedTickersProps {
  account: string;
  rows: readonly TickerRow[];
  isLive: boolean;
  isKnown: boolean;
}

export function WatchedTickers({ account, rows, isLive, isKnown }: WatchedTickersProps) {
  const text = useText();
  const watch = useEffectiveWatch();
  const [{ favorites }] = useTickerView(watch.market);
  const { own: watchlists } = useWatchlists(watch.market);
  const precisionOf = useRulesOf(account);
  const goTo = useGoTo();
  const { value: symbols } = useStableSort(
    () => watchedSymbols(rows, watch, { favorites, watchlists }),
    JSON.stringify([watch, favorites, watchlists, rows.length === 0]),
    rows,
  );
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  const shown = symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  if (shown.length === 0) return <p className="watch-nothing">{isKnown ? text.watch.noTickers : ''}</p>;
  const { market } = watch;
  const menuOf = (symbol: string) => {
    const row = bySymbol.get(symbol);
    return row ? { label: symbol, items: <WatchedItems account={account} row={row} market={market} /> } : null;
  };
  return (
    <RowMenu by="symbol" menuOf={menuOf}>
      <ul className="watch-list" data-stale={!isLive || undefined} onKeyDown={moveAmongButtons}>
        {shown.map((row) => {
          const { symbol } = row;
          const change = isLive ? figuresOf(row).changePercent : null;
          const precision = market === 'futures' ? precisionOf(symbol) : undefined;
          return (
            <li key={symbol}>
              <button
                type="button"
                className="watch-row"
                data-symbol={symbol}
                title={text.symbolMenu.tickerOf[market]}
                onClick={() => goTo({ kind: 'screen', account, screen: `${market}-tickers`, row: symbol })}
              >
                <span className="watch-symbol">{symbol}</span>
                <span className="watch-figure">{priceText(row.last, precision, text)}</span>
                <span className="watch-change" data-tone={signTone(change)}>
                  {percentText(change, text)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </RowMenu>
  );
}

interface WatchedItemsProps {
  account: string;
  row: TickerRow;
  market: TickerMarket;
}

/** Menu items of a ticker. They lead to the main window. */
function WatchedItems({ account, row, market }: WatchedItemsProps) {
  const text = useText();
  const goTo = useGoTo();
  const { symbol, last } = row;
  return (
    <>
      <CopyItem label={text.tickers.copySymbol} value={symbol} />
      {last !== null && <CopyItem label={text.symbolMenu.copyPrice} value={last} />}
      <Menu.Separator className="popup-separator" />
      <Menu.Item
        className="popup-item"
        onClick={() => goTo({ kind: 'screen', account, screen: `${market}-tickers`, row: symbol })}
      >
        {text.symbolMenu.tickerOf[market]}
      </Menu.Item>
      <SymbolItems account={account} tickersOf={market} symbol={symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={row} columnId="last" account={account} market={market} />
    </>
  );
}

function useEffectiveWatch(): Choice {
  const watch = useSetting('watch');
  const watchlists = useSetting('watchlists');
  const [{ favorites }] = useTickerView(watch.market);
  return effectiveWatch(watch, watchlists, favorites);
}

/** The choice of tickers: the largest turnover, the favorites if there are any, or a watchlist. */
export function WatchChoice() {
  const text = useText();
  const { market, shown } = useEffectiveWatch();
  const watchlists = useSetting('watchlists');
  const views = useSetting('tickers');
  const change = useChangeSettings();
  const choices = [
    ...tickerMarkets.flatMap((each): [Choice, string][] => [
      ...(views[each].favorites.length === 0
        ? []
        : [
            [{ market: each, shown: 'favorites' }, text.watch.favorites(text.alerts.markets[each])] satisfies [
              Choice,
              string,
            ],
          ]),
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
