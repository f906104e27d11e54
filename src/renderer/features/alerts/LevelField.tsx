import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { percentChange } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';
import type { TickerMarket } from '../../../shared/market.ts';
import { useIsLive } from '../../domain/market/freshness.ts';
import { useLive } from '../../domain/market/live/live.ts';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { useText } from '../../text/use-text.ts';
import { decimalText, percentText, priceText } from '../../ui/text/figures.ts';
import { readTypedDecimal } from '../../ui/text/typed-decimal.ts';
import { AlertInput } from './AlertFields.tsx';
import { levelAt, levelOfPercent, levelPresets, nearestTriggers } from './alert-levels.ts';

interface LevelFieldProps {
  account: string;
  market: TickerMarket;
  /** '' if none was chosen. */
  symbol: string;
  level: string;
  onChange: (level: string) => void;
  problem: string | null;
  showProblem: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** The level of a price alert. An empty level gets the symbol's last price, and follows it until the user changes one of the two. */
export function LevelField({ account, market, symbol, level, onChange, inputRef, ...shown }: LevelFieldProps) {
  const text = useText();
  const words = text.alerts;
  const last = useLastPrice(account, market, symbol);
  const precision = useRulesOf(account)(symbol);
  const rules = market === 'futures' ? precision : undefined;
  useLevelOfLastPrice(last, `${market} ${symbol}`, level, onChange, inputRef);
  const price = (value: Decimal): string => priceText(value, rules, text);
  const typed = readTypedDecimal(level);
  const away = last === null || typed === null ? null : percentChange(last, typed);
  const choose = (value: Decimal): void => {
    onChange(value);
    inputRef.current?.focus();
  };
  return (
    <div className="alert-level">
      <AlertInput
        {...shown}
        label={words.level}
        value={level}
        onChange={(next) =>
          onChange((last === null ? null : levelOfPercent(next, last, rules?.pricePrecision)) ?? next)
        }
        inputRef={inputRef}
        beside={away !== null && typed !== null && words.away(decimalText(typed), percentText(away, text))}
      >
        {last !== null && words.lastNow(price(last))}
      </AlertInput>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend */}
      <div className="alert-presets" role="group" aria-label={words.presets}>
        {last !== null &&
          levelPresets.map(({ percent, factor }) => (
            <button
              key={percent}
              type="button"
              className="choice"
              onClick={() => choose(levelAt(last, factor, rules?.pricePrecision))}
            >
              {percentText(percent, text, 0)}
            </button>
          ))}
        {market === 'futures' && symbol !== '' && (
          <TriggerPresets account={account} symbol={symbol} last={last} price={price} onChoose={choose} />
        )}
      </div>
    </div>
  );
}

/** The last price of a symbol; `null` if it is unknown or not live. */
function useLastPrice(account: string, market: TickerMarket, symbol: string): Decimal | null {
  const view = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const isLive = useIsLive(view);
  const last = view.rows.find((row) => row.symbol === symbol)?.last ?? null;
  return isLive ? last : null;
}

/** Fills an empty level with the last price of the symbol, and again for another symbol unless the user has changed the level. */
function useLevelOfLastPrice(
  last: Decimal | null,
  of: string,
  level: string,
  onChange: (level: string) => void,
  inputRef: RefObject<HTMLInputElement | null>,
): void {
  const filled = useRef<string | null>(null);
  const isKnown = last !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price of the same symbol must not replace the level
  useEffect(() => {
    if (last === null || (level !== '' && level !== filled.current)) return;
    filled.current = last;
    onChange(last);
  }, [of, isKnown]);
  useEffect(() => {
    const input = inputRef.current;
    // Selected, so that typing replaces it.
    if (level !== '' && level === filled.current && input === document.activeElement) input?.select();
  }, [level, inputRef]);
}

interface TriggerPresetsProps {
  account: string;
  symbol: string;
  last: Decimal | null;
  price: (value: Decimal) => string;
  onChoose: (level: Decimal) => void;
}

/** Number of trigger prices offered. */
const shownTriggers = 3;

/** The trigger prices of the account's open plan orders of the symbol. */
function TriggerPresets({ account, symbol, last, price, onChoose }: TriggerPresetsProps) {
  const text = useText();
  const { rows } = useLive('open-plans', account);
  const triggers = useMemo(() => nearestTriggers(rows, symbol, last), [rows, symbol, last]);
  if (triggers.length === 0) return null;
  return (
    <span className="alert-triggers">
      <span aria-hidden="true">{text.alerts.myTrigger}</span>
      {triggers.slice(0, shownTriggers).map((trigger) => (
        <button
          key={trigger}
          type="button"
          className="choice"
          aria-label={text.alerts.atTrigger(price(trigger))}
          onClick={() => onChoose(trigger)}
        >
          {price(trigger)}
        </button>
      ))}
    </span>
  );
}
