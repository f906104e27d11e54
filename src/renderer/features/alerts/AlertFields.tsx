import { type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import { useIsLive } from '../../domain/market/freshness.ts';
import { byLiquidity } from '../../domain/market/liquidity.ts';
import { useLive } from '../../domain/market/live/live.ts';
import { useText } from '../../text/use-text.ts';
import { SearchSelect } from '../../ui/controls/SearchSelect.tsx';

export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="form-field">
      <span>{label}</span>
      {children}
    </div>
  );
}

interface SymbolChoiceProps {
  account: string;
  market: TickerMarket;
  value: string;
  onChange: (symbol: string) => void;
  problem: string | null;
  showProblem: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Maximum number of listed symbols, because each one drawn delays the list. */
const maxListed = 60;

/** A choice of one symbol out of the market's tickers. */
export function SymbolChoice(props: SymbolChoiceProps) {
  const { account, market, value, onChange, problem, showProblem, inputRef } = props;
  const text = useText();
  const id = useId();
  const tickers = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const { rows } = tickers;
  const isUnlisted = useIsLive(tickers) && value !== '' && !rows.some(({ symbol }) => symbol === value);
  const key = rows.map(({ symbol }) => symbol).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an order that follows the turnovers would move under the pointer
  const symbols = useMemo(() => byLiquidity(rows.map(({ symbol }) => symbol).sort(), rows), [key]);
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
        input={{ id, ref: inputRef, 'aria-invalid': shown, 'aria-describedby': `${id}-below` }}
        className="alert-symbol"
        max={maxListed}
      />
      <div id={`${id}-below`} className="form-problem">
        {shown ? problem : isUnlisted && <span data-tone="warning">{text.alerts.unlisted}</span>}
      </div>
    </div>
  );
}

interface AlertInputProps {
  label: string;
  unit?: string;
  placeholder?: string;
  /** Default: for a decimal. */
  inputMode?: 'text';
  value: string;
  onChange: (value: string) => void;
  /** Shown after the field has lost the focus, or if `showProblem`. */
  problem: string | null;
  showProblem: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Shown beside the field. */
  beside?: ReactNode;
  /** Shown below the field while it has no problem. */
  children?: ReactNode;
}

export function AlertInput(props: AlertInputProps) {
  const { label, unit, placeholder, value, onChange, problem, showProblem, inputRef, beside, children } = props;
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const shown = problem !== null && (showProblem || (isLeft && value !== ''));
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className="alert-input">
        <input
          ref={inputRef}
          id={id}
          className="form-input"
          maxLength={maxTypedLength}
          inputMode={props.inputMode ?? 'decimal'}
          placeholder={placeholder}
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={shown}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChange(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => setLeft(true)}
        />
        {unit !== undefined && <span className="alert-unit">{unit}</span>}
        {beside && <output className="alert-unit">{beside}</output>}
      </div>
      <div id={`${id}-below`} className={shown ? 'form-problem' : 'form-hint'}>
        {shown ? problem : children}
      </div>
    </div>
  );
}
