import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { tickerMarkets } from '../../../shared/market.ts';
import type { WatchChoice as Choice } from '../../../shared/settings.ts';
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
  ].map(([choice, word]) => ({ choice, word, value: JSON.stringify(choice) }));
  const current = JSON.stringify({ market: watch.market, shown: watch.shown });
  return (
    <Select.Root
      value={current}
      onValueChange={(value) => {
        const chosen = choices.find((each) => each.value === value);
        if (chosen) change({ watch: chosen.choice });
      }}
    >
      <Select.Trigger className="watch-choice" aria-label={text.watch.shown}>
        <Select.Value>
          {(value: string) => choices.find((each) => each.value === value)?.word ?? text.watch.tickers}
        </Select.Value>
        <ChevronDown size={14} aria-hidden="true" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="popup-positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Select.Popup className="popup">
            <Select.List className="popup-list">
              {choices.map(({ value, word }) => (
                <Select.Item key={value} value={value} className="popup-item">
                  <Select.ItemText className="popup-item-text">{word}</Select.ItemText>
                  <Select.ItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
