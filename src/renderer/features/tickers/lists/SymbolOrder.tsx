import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react';
import { useState } from 'react';
import { toggled } from '../../../model/toggled.ts';
import { showNotice } from '../../../state/notice.ts';
import { useText } from '../../../text/use-text.ts';
import { moved } from './watchlists.ts';

interface SymbolOrderProps {
  name: string;
  symbols: readonly string[];
  onChange: (symbols: string[]) => void;
}

/** The symbols of a list, to be put in order with the pointer or with buttons. */
export function SymbolOrder({ name, symbols, onChange }: SymbolOrderProps) {
  const text = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);

  const move = (symbol: string, place: number): void => {
    onChange(moved(symbols, symbol, place));
    showNotice(text.tickers.nowAt(symbol, place + 1));
  };
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (
    <ol className="symbol-order" aria-label={text.tickers.orderOfList(name)}>
      {symbols.map((symbol, place) => (
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
            if (dragged && dragged !== symbol) move(dragged, place);
            end();
          }}
          onDragEnd={end}
        >
          <GripVertical size={14} aria-hidden="true" className="symbol-order-grip" />
          <span className="symbol-order-name">{symbol}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={text.tickers.moveUp(symbol)}
            disabled={place === 0}
            onClick={() => move(symbol, place - 1)}
          >
            <ChevronUp size={14} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={text.tickers.moveDown(symbol)}
            disabled={place === symbols.length - 1}
            onClick={() => move(symbol, place + 1)}
          >
            <ChevronDown size={14} aria-hidden="true" />
          </button>
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
