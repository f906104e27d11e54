import { type ReactNode, useId, useMemo, useState } from 'react';
import type { TickerMarket } from '../../../shared/market.ts';
import { SearchSelect } from '../../components/controls/SearchSelect.tsx';
import { priceText } from '../../model/figures.ts';
import { useIsLive } from '../../state/freshness.ts';
import { useLive } from '../../state/live/live.ts';
import { useRulesOf } from '../../state/symbol-rules.ts';
import { useText } from '../../text/use-text.ts';

interface SymbolChoiceProps {
  account: string;
  market: TickerMarket;
  value: string;
  onChange: (symbol: string) => void;
  problem: string | null;
  showProblem: boolean;
}

/** Maximum number of listed symbols, because each one drawn delays the list. */
const maxListed = 60;

/** A choice of one symbol out of the market's tickers. */
export function SymbolChoice({ account, market, value, onChange, problem, showProblem }: SymbolChoiceProps) {
  const text = useText();
  const id = useId();
  const { rows } = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const key = rows.map(({ symbol }) => symbol).join('\n');
  const symbols = useMemo(() => (key === '' ? [] : key.split('\n').sort()), [key]);
  const shown = problem !== null && showProblem;
  return (
    <div className="form-field">
      <label htmlFor={id}>{text.toolbar.symbol}</label>
      <SearchSelect
        items={symbols}
        value={value === '' ? null : value}
        onChange={(symbol) => onChange(symbol ?? '')}
        words={{
          placeholder: text.alerts.findSymbol,
          none: text.toolbar.noSymbolFound,
          open: text.toolbar.openSymbols,
        }}
        input={{ id, 'aria-invalid': shown, 'aria-describedby': `${id}-below` }}
        className="alert-symbol"
        max={maxListed}
        inDialog
      />
      <div id={`${id}-below`} className="form-problem">
        {shown ? problem : ''}
      </div>
    </div>
  );
}

interface PriceNowProps {
  account: string;
  market: TickerMarket;
  symbol: string;
}

/** The last price of the symbol; nothing if it is not live. */
export function PriceNow({ account, market, symbol }: PriceNowProps) {
  const text = useText();
  const view = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const isLive = useIsLive(view);
  const precisionOf = useRulesOf(account);
  const last = view.rows.find((row) => row.symbol === symbol)?.last ?? null;
  if (last === null || !isLive) return null;
  return <>{text.alerts.lastNow(priceText(last, market === 'futures' ? precisionOf(symbol) : undefined, text))}</>;
}

interface AlertInputProps {
  label: string;
  unit?: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown after the field has lost the focus, or if `showProblem`. */
  problem: string | null;
  showProblem: boolean;
  /** Shown below the field while it has no problem. */
  children?: ReactNode;
}

export function AlertInput({ label, unit, value, onChange, problem, showProblem, children }: AlertInputProps) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const shown = problem !== null && (showProblem || (isLeft && value !== ''));
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className="alert-input">
        <input
          id={id}
          className="form-input"
          inputMode="decimal"
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={shown}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setLeft(true)}
        />
        {unit !== undefined && <span className="alert-unit">{unit}</span>}
      </div>
      <div id={`${id}-below`} className={shown ? 'form-problem' : 'form-hint'}>
        {shown ? problem : children}
      </div>
    </div>
  );
}
