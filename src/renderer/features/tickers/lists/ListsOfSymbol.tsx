import { Menu } from '@base-ui/react/menu';
import { Check, Star } from 'lucide-react';
import type { TickerMarket } from '../../../../shared/market.ts';
import { useText } from '../../../text/use-text.ts';
import { useMemberships } from './use-memberships.ts';

interface ListsOfSymbolProps {
  market: TickerMarket;
  symbol: string;
}

/** A button that puts a symbol into lists and takes it out. */
export function ListsOfSymbol({ market, symbol }: ListsOfSymbolProps) {
  const text = useText();
  const [favourites] = useMemberships(market, symbol);
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={text.tickers.inLists(symbol)}>
        <Star size={14} aria-hidden="true" fill={favourites?.isIn ? 'currentColor' : 'none'} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="end">
          <Menu.Popup className="popup popup-list">
            <MembershipItems market={market} symbol={symbol} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** In a menu. */
export function MembershipItems({ market, symbol }: ListsOfSymbolProps) {
  return useMemberships(market, symbol).map(({ name, isIn, toggle }) => (
    <Menu.CheckboxItem key={name} className="popup-item" checked={isIn} onCheckedChange={toggle}>
      <span className="popup-item-text">{name}</span>
      <Menu.CheckboxItemIndicator className="popup-item-mark">
        <Check size={14} aria-hidden="true" />
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  ));
}
