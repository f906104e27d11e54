import { Popover } from '@base-ui/react/popover';
import { ChevronDown, ChevronUp, GripVertical, List, Plus, Star, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TickerViewSettings, Watchlist } from '../../../../shared/contract/settings.ts';
import type { TickerMarket } from '../../../../shared/market/market.ts';
import { useTickerView, useWatchlists } from '../../../domain/market/ticker-view.ts';
import { showNotice } from '../../../platform/notice.ts';
import { currentSettings, useChangeSettings } from '../../../platform/settings/settings.ts';
import { offerUndo } from '../../../platform/undo.ts';
import { useText } from '../../../text/use-text.ts';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { NamedItem, NameForm } from '../../../ui/controls/NamedItems.tsx';
import { toggled } from '../../../ui/filter/toggled.ts';
import { moved, putWatchlist, renamedWatchlist, watchlistNameProblem, withoutWatchlist } from './watchlists.ts';

/** The menu of lists: all symbols, the favorites, and the user's watchlists, which it also edits. */
export function ListMenu({ market, onChosen }: { market: TickerMarket; onChosen: () => void }) {
  const text = useText();
  const [{ shown, favorites }, changeView] = useTickerView(market);
  const { own, all, change } = useWatchlists(market);
  const changeSettings = useChangeSettings();
  /** Name of the list that is being renamed; '' for a new list; `null` if there is no form. */
  const [naming, setNaming] = useState<string | null>(null);
  const chosen = typeof shown === 'object' ? own.find(({ name }) => name === shown.watchlist) : undefined;
  const title = shown === 'favorites' ? text.tickers.favorites : (chosen?.name ?? text.tickers.all);

  const choose = (next: TickerViewSettings['shown']): void => {
    changeView({ shown: next });
    onChosen();
  };
  const saved = (name: string): void => {
    setNaming(null);
    showNotice(text.named.saved(name));
  };
  const add = (name: string): void => {
    change(putWatchlist(all, { name, market, symbols: [] }));
    saved(name);
  };
  const rename = (list: Watchlist, name: string): void => {
    changeSettings(renamedWatchlist(currentSettings(), list, name));
    saved(name);
  };
  const remove = (list: Watchlist): void => {
    const { tickers, watch } = currentSettings();
    const removal = withoutWatchlist(currentSettings(), list);
    changeSettings(removal);
    offerUndo(text.named.removed(list.name), () =>
      changeSettings({
        watchlists: putWatchlist(currentSettings().watchlists, list),
        ...(removal.tickers && { tickers }),
        ...(removal.watch && { watch }),
      }),
    );
  };
  const nameForm = (name: string, onSave: (next: string) => void): ReactNode => (
    <NameForm
      name={name}
      label={text.tickers.listName}
      placeholder={text.tickers.listNamePlaceholder}
      problemOf={(next) => {
        const problem = watchlistNameProblem(all, market, next, name === '' ? null : name);
        return problem && text.tickers.listProblems[problem];
      }}
      onSave={onSave}
      onCancel={() => setNaming(null)}
    />
  );

  return (
    <Popover.Root onOpenChange={() => setNaming(null)}>
      <Popover.Trigger className="button list-button" aria-label={text.labeled(text.tickers.lists, title)}>
        {shown === 'favorites' ? <Star size={14} aria-hidden="true" /> : <List size={14} aria-hidden="true" />}
        <span className="named-title">{title}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup className="popup named-popup list-popup">
            <Popover.Title className="popup-title">{text.tickers.lists}</Popover.Title>
            <ul className="named-list">
              {(['all', 'favorites'] as const).map((each) => (
                <li key={each} className="named-list-item">
                  <NamedItem name={text.tickers[each]} chosen={shown === each} onChoose={() => choose(each)} />
                </li>
              ))}
              {own.map((list) => (
                <li key={list.name} className="named-list-item">
                  {naming === list.name ? (
                    nameForm(list.name, (name) => rename(list, name))
                  ) : (
                    <NamedItem
                      name={list.name}
                      chosen={chosen === list}
                      onChoose={() => choose({ watchlist: list.name })}
                      edit={{ onRename: () => setNaming(list.name), onRemove: () => remove(list) }}
                    />
                  )}
                </li>
              ))}
            </ul>
            <div className="named-actions">
              {naming === '' ? (
                nameForm('', add)
              ) : (
                <button type="button" className="button" onClick={() => setNaming('')}>
                  <Plus size={14} aria-hidden="true" />
                  {text.tickers.newList}
                </button>
              )}
            </div>
            {shown === 'favorites' && favorites.length > 0 && (
              <SymbolOrder
                name={text.tickers.favorites}
                symbols={favorites}
                onChange={(symbols) => changeView({ favorites: symbols })}
              />
            )}
            {chosen && chosen.symbols.length > 0 && (
              <SymbolOrder
                name={chosen.name}
                symbols={chosen.symbols}
                onChange={(symbols) => change(putWatchlist(all, { ...chosen, symbols }))}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface SymbolOrderProps {
  name: string;
  symbols: readonly string[];
  onChange: (symbols: string[]) => void;
}

/** The symbols of a list, which the user sorts by dragging or with buttons. */
function SymbolOrder({ name, symbols, onChange }: SymbolOrderProps) {
  const text = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);

  const move = (symbol: string, position: number): void => {
    onChange(moved(symbols, symbol, position));
    showNotice(text.tickers.nowAt(symbol, position + 1));
  };
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (
    <ol className="symbol-order" aria-label={text.tickers.orderOfList(name)}>
      {symbols.map((symbol, position) => (
        <li
          key={symbol}
          className="symbol-order-item"
          draggable
          data-over={(over === symbol && dragged !== symbol) || undefined}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', symbol);
            setDragged(symbol);
          }}
          onDragOver={(event) => {
            if (!dragged) return;
            event.preventDefault();
            setOver(symbol);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged && dragged !== symbol) move(dragged, position);
            end();
          }}
          onDragEnd={end}
        >
          <GripVertical size={14} aria-hidden="true" className="symbol-order-grip" />
          <span className="symbol-order-name">{symbol}</span>
          <IconButton
            label={text.tickers.moveUp(symbol)}
            icon={ChevronUp}
            disabled={position === 0}
            onClick={() => move(symbol, position - 1)}
          />
          <IconButton
            label={text.tickers.moveDown(symbol)}
            icon={ChevronDown}
            disabled={position === symbols.length - 1}
            onClick={() => move(symbol, position + 1)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={text.tickers.takeOut(symbol)}
            onClick={() => onChange(toggled(symbols, symbol))}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ol>
  );
}
