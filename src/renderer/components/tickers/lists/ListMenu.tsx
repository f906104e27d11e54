import { Popover } from '@base-ui/react/popover';
import { Check, ChevronDown, List, Pencil, Plus, Star, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TickerMarket } from '../../../../shared/market.ts';
import type { MarketDesk, Watchlist } from '../../../../shared/settings.ts';
import { useMarketDesk, useWatchlists } from '../../../state/market-desk.ts';
import { showNotice } from '../../../state/notice.ts';
import { useText } from '../../../text/use-text.ts';
import { NameForm } from './NameForm.tsx';
import { SymbolOrder } from './SymbolOrder.tsx';
import { putWatchlist, watchlistNameProblem, withoutWatchlist } from './watchlists.ts';

/** Chooses what is shown: all symbols, the favourites, or one of the reader's own lists; and changes those. */
export function ListMenu({ market, onChosen }: { market: TickerMarket; onChosen: () => void }) {
  const text = useText();
  const [desk, changeDesk] = useMarketDesk(market);
  const { own, all, change } = useWatchlists(market);
  /** The name that is being changed, '' for a new list. */
  const [naming, setNaming] = useState<string | null>(null);
  const { shown, favourites } = desk;
  const chosen = typeof shown === 'object' ? own.find(({ name }) => name === shown.watchlist) : undefined;
  const title = shown === 'favourites' ? text.tickers.favourites : (chosen?.name ?? text.tickers.all);

  const choose = (next: MarketDesk['shown']): void => {
    changeDesk({ shown: next });
    onChosen();
  };
  const save = (list: Watchlist, before = list.name): void => {
    change(putWatchlist(all, list, before));
    setNaming(null);
    if (before !== list.name && chosen?.name === before) changeDesk({ shown: { watchlist: list.name } });
    showNotice(text.tickers.listSaved(list.name));
  };
  const remove = (list: Watchlist): void => {
    change(withoutWatchlist(all, list));
    if (chosen?.name === list.name) changeDesk({ shown: 'all' });
    showNotice(text.tickers.listRemoved(list.name));
  };
  const nameForm = (name: string, onSave: (next: string) => void): ReactNode => (
    <NameForm
      name={name}
      check={(next) => watchlistNameProblem(all, market, next, name === '' ? null : name)}
      onSave={onSave}
      onCancel={() => setNaming(null)}
    />
  );
  const choice = (name: ReactNode, isChosen: boolean, next: MarketDesk['shown']): ReactNode => (
    <Popover.Close className="views-choose" aria-pressed={isChosen} onClick={() => choose(next)}>
      <Check size={14} aria-hidden="true" className="popup-item-mark" visibility={isChosen ? 'visible' : 'hidden'} />
      <span className="popup-item-text">{name}</span>
    </Popover.Close>
  );

  return (
    <Popover.Root onOpenChange={() => setNaming(null)}>
      <Popover.Trigger className="button list-button" aria-label={`${text.tickers.lists}: ${title}`}>
        {shown === 'favourites' ? <Star size={14} aria-hidden="true" /> : <List size={14} aria-hidden="true" />}
        <span className="views-name">{title}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup className="popup views-popup list-popup">
            <Popover.Title className="popup-title">{text.tickers.lists}</Popover.Title>
            <ul className="views-list">
              <li className="views-item">{choice(text.tickers.all, shown === 'all', 'all')}</li>
              <li className="views-item">{choice(text.tickers.favourites, shown === 'favourites', 'favourites')}</li>
              {own.map((list) => (
                <li key={list.name} className="views-item">
                  {naming === list.name ? (
                    nameForm(list.name, (name) => save({ ...list, name }, list.name))
                  ) : (
                    <>
                      {choice(list.name, chosen === list, { watchlist: list.name })}
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={text.tickers.rename(list.name)}
                        onClick={() => setNaming(list.name)}
                      >
                        <Pencil size={14} aria-hidden="true" />
                      </button>
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={text.tickers.removeList(list.name)}
                        onClick={() => remove(list)}
                      >
                        <Trash2 size={14} aria-hidden="true" />
                      </button>
                    </>
                  )}
                </li>
              ))}
            </ul>
            <div className="views-actions">
              {naming === '' ? (
                nameForm('', (name) => save({ name, market, symbols: [] }))
              ) : (
                <button type="button" className="button" onClick={() => setNaming('')}>
                  <Plus size={14} aria-hidden="true" />
                  {text.tickers.newList}
                </button>
              )}
            </div>
            {shown === 'favourites' && favourites.length > 0 && (
              <SymbolOrder
                name={text.tickers.favourites}
                symbols={favourites}
                onChange={(symbols) => changeDesk({ favourites: symbols })}
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
