import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import { Check, Star } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { TickerMarket } from '../../../../shared/market.ts';
import { targetElement } from '../../../components/table/pointer.ts';
import { toggled } from '../../../model/toggled.ts';
import { openNewAlert } from '../../../state/alerts.ts';
import { showNotice } from '../../../state/notice.ts';
import { useTickerView, useWatchlists } from '../../../state/ticker-view.ts';
import { useText } from '../../../text/use-text.ts';
import { putWatchlist } from './watchlists.ts';

interface SymbolMenuProps {
  market: TickerMarket;
  children: ReactNode;
}

/** The context menu of a symbol, for the pointer and for the menu key. */
export function SymbolMenu({ market, children }: SymbolMenuProps) {
  const text = useText();
  const [symbol, setSymbol] = useState<string | null>(null);
  const onContextMenu = (event: MouseEvent): void => {
    const found = symbolAt(event.target);
    setSymbol(found);
    if (found === null) event.stopPropagation();
  };
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger className="tickers-area">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only finds the symbol */}
        <div className="tickers-area" onContextMenu={onContextMenu}>
          {children}
        </div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="popup-positioner">
          {symbol !== null && (
            <ContextMenu.Popup className="popup popup-list" aria-label={text.tickers.inLists(symbol)}>
              <ContextMenu.Group>
                <ContextMenu.GroupLabel className="popup-title">{text.tickers.inLists(symbol)}</ContextMenu.GroupLabel>
                <MembershipItems market={market} symbol={symbol} />
              </ContextMenu.Group>
              <ContextMenu.Separator className="popup-separator" />
              <ContextMenu.Item className="popup-item" onClick={() => openNewAlert(symbol, null, { market })}>
                {text.alerts.alertMe}
              </ContextMenu.Item>
            </ContextMenu.Popup>
          )}
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

/** Returns the symbol of an element: the row ID in the table, `data-symbol` in the other views. */
function symbolAt(target: EventTarget): string | null {
  const found = targetElement(target)?.closest<HTMLElement>('[data-row-id], [data-symbol]');
  return found?.dataset.rowId ?? found?.dataset.symbol ?? null;
}

interface ListsOfSymbolProps {
  market: TickerMarket;
  symbol: string;
}

/** A button with a menu that adds a symbol to lists and removes it. */
export function ListsOfSymbol({ market, symbol }: ListsOfSymbolProps) {
  const text = useText();
  const [favourites] = useMemberships(market, symbol);
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={text.tickers.inLists(symbol)}>
        <Star size={14} aria-hidden="true" fill={favourites?.isMember ? 'currentColor' : 'none'} />
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

/** The favourites and the user's watchlists, with the function that adds or removes the symbol. */
function useMemberships(market: TickerMarket, symbol: string): Membership[] {
  const text = useText();
  const [{ favourites }, changeView] = useTickerView(market);
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
    of(text.tickers.favourites, favourites, (symbols) => changeView({ favourites: symbols })),
    ...own.map((list) => of(list.name, list.symbols, (symbols) => change(putWatchlist(all, { ...list, symbols })))),
  ];
}
