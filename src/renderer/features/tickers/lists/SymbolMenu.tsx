import { Menu } from '@base-ui/react/menu';
import { Check, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TickerMarket } from '../../../../shared/market/market.ts';
import { PriceAlertItem } from '../../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../../domain/market/SymbolItems.tsx';
import { useTickerView, useWatchlists } from '../../../domain/market/ticker-view.ts';
import { showNotice } from '../../../platform/notice.ts';
import { useText } from '../../../text/use-text.ts';
import { CopyItem } from '../../../ui/controls/CopyItem.tsx';
import { RowMenu } from '../../../ui/controls/RowMenu.tsx';
import { toggled } from '../../../ui/filter/toggled.ts';
import { Submenu } from '../../../ui/table/TableMenu.tsx';
import { putWatchlist } from './watchlists.ts';

interface SymbolMenuProps {
  account: string;
  market: TickerMarket;
  children: ReactNode;
}

/** The context menu of a symbol outside the table. */
export function SymbolMenu({ account, market, children }: SymbolMenuProps) {
  const text = useText();
  const menuOf = (symbol: string) => ({
    label: symbol,
    items: (
      <>
        <CopyItem label={text.tickers.copySymbol} value={symbol} />
        <TickerItems account={account} market={market} row={{ symbol }} columnId="symbol" />
      </>
    ),
  });
  return (
    <RowMenu className="tickers-area" by="symbol" menuOf={menuOf}>
      {children}
    </RowMenu>
  );
}

interface TickerItemsProps {
  account: string;
  market: TickerMarket;
  row: { symbol: string };
  columnId: string;
}

/** The menu items of a ticker: what belongs to its symbol, its watchlists, and an alert. */
export function TickerItems({ account, market, row, columnId }: TickerItemsProps) {
  const text = useText();
  return (
    <>
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} tickersOf={market} symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      <Submenu label={text.tickers.lists}>
        <MembershipItems market={market} symbol={row.symbol} />
      </Submenu>
      <PriceAlertItem row={row} columnId={columnId} account={account} market={market} />
    </>
  );
}

interface ListsOfSymbolProps {
  market: TickerMarket;
  symbol: string;
}

/** A button with a menu that adds a symbol to lists and removes it. */
export function ListsOfSymbol({ market, symbol }: ListsOfSymbolProps) {
  const text = useText();
  const [favorites] = useMemberships(market, symbol);
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={text.tickers.inLists(symbol)}>
        <Star
          size={14}
          aria-hidden="true"
          fill={favorites?.isMember ? 'currentColor' : 'none'}
          data-tone={favorites?.isMember ? 'warning' : undefined}
        />
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

/** The lists as menu items, checked if they contain the symbol. */
function MembershipItems({ market, symbol }: ListsOfSymbolProps) {
  return useMemberships(market, symbol).map(({ name, isMember, toggle }) => (
    <Menu.CheckboxItem key={name} className="popup-item" checked={isMember} onCheckedChange={toggle}>
      <span className="popup-item-text">{name}</span>
      <Menu.CheckboxItemIndicator className="popup-item-mark">
        <Check size={14} aria-hidden="true" />
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  ));
}

interface Membership {
  name: string;
  isMember: boolean;
  toggle: () => void;
}

/** The favorites and the user's watchlists, with the function that adds or removes the symbol. */
function useMemberships(market: TickerMarket, symbol: string): Membership[] {
  const text = useText();
  const [{ favorites }, changeView] = useTickerView(market);
  const { own, all, change } = useWatchlists(market);
  const of = (name: string, symbols: readonly string[], put: (symbols: string[]) => void): Membership => {
    const isMember = symbols.includes(symbol);
    return {
      name,
      isMember,
      toggle: () => {
        put(toggled(symbols, symbol));
        showNotice(isMember ? text.tickers.removed(symbol, name) : text.tickers.added(symbol, name));
      },
    };
  };
  return [
    of(text.tickers.favorites, favorites, (symbols) => changeView({ favorites: symbols })),
    ...own.map((list) => of(list.name, list.symbols, (symbols) => change(putWatchlist(all, { ...list, symbols })))),
  ];
}
