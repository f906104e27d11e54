import { ContextMenu } from '@base-ui/react/context-menu';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { TickerMarket } from '../../../shared/market.ts';
import { targetElement } from '../../components/table/target-element.ts';
import { newAlert } from '../../state/alert-form.ts';
import { useText } from '../../text/use-text.ts';
import { MembershipItems } from './lists/ListsOfSymbol.tsx';

interface SymbolMenuProps {
  market: TickerMarket;
  children: ReactNode;
}

/** What a right click on a symbol offers, or the key for it where the keyboard is in the row. */
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns which symbol is meant */}
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
              <ContextMenu.Item className="popup-item" onClick={() => newAlert({ kind: 'price', market, symbol })}>
                {text.alerts.alertMe}
              </ContextMenu.Item>
            </ContextMenu.Popup>
          )}
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

/** In the table a row is named by its symbol; elsewhere what stands for one says it. */
function symbolAt(target: EventTarget): string | null {
  const found = targetElement(target)?.closest<HTMLElement>('[data-row-id], [data-symbol]');
  return found?.dataset.rowId ?? found?.dataset.symbol ?? null;
}
