import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { percentChange } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isAmbiguousDecimal, readTypedDecimal } from '../../../shared/values/typed-decimal.ts';
import {
  directionTo,
  isRelative,
  type LevelBasis,
  levelAt,
  levelOfMultiple,
  levelPresets,
  nearestTriggers,
  type PositionRisk,
  relativeLevel,
} from '../../domain/alerts/alert-levels.ts';
import { rearmWords } from '../../domain/alerts/alert-words.ts';
import { type AlertDraft, directions } from '../../domain/alerts/draft-fields.ts';
import { useIsLive } from '../../domain/market/freshness.ts';
import { useLive } from '../../domain/market/live/live.ts';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { decimalText, percentText, priceText } from '../../ui/text/figures.ts';
import { AlertInput, Field } from './AlertFields.tsx';
import { usePositionRisk } from './use-position-risk.ts';

interface LevelFieldProps {
  account: string;
  draft: Pick<AlertDraft, 'market' | 'symbol' | 'level' | 'direction' | 'directionFrom'>;
  onChange: (change: Partial<AlertDraft>) => void;
  problem: string | null;
  showProblem: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Level and direction of a price alert. In futures, a position of the symbol gives a level such as "+1R" its meaning. */
export function LevelField(props: LevelFieldProps) {
  const { market, symbol } = props.draft;
  return market === 'futures' && symbol !== '' ? (
    <LevelWithPosition {...props} />
  ) : (
    <LevelInput {...props} risk={null} />
  );
}

function LevelWithPosition(props: LevelFieldProps) {
  return <LevelInput {...props} risk={usePositionRisk(props.account, props.draft.symbol)} />;
}

/**
 * An empty level gets the symbol's last price, and follows it until the user changes one of the two. The direction follows from the
 * level until the user selects one.
 */
function LevelInput({
  account,
  draft,
  onChange,
  inputRef,
  risk,
  ...shown
}: LevelFieldProps & { risk: PositionRisk | null }) {
  const text = useText();
  const words = text.alerts;
  const { market, symbol, level, direction, directionFrom } = draft;
  const last = useLastPrice(account, market, symbol);
  const precision = useRulesOf(account)(symbol);
  const rules = market === 'futures' ? precision : undefined;
  const basis = { last, pricePrecision: rules?.pricePrecision, risk };
  const directionOf = (typed: Decimal | null): Partial<AlertDraft> => {
    const next = typed === null || last === null ? null : directionTo(typed, last);
    return next === null ? {} : { direction: next };
  };
  /** A level such as "2,219" is read by the last price, and shown as it is read. */
  const spelled = (next: string): string => (isAmbiguousDecimal(next) ? (readTypedDecimal(next, last) ?? next) : next);
  // Both at once: Enter right after the last digit must not save the direction of an earlier level.
  const setLevel = (input: string): void => {
    const next = spelled(input);
    onChange({
      level: next,
      ...(directionFrom === 'user' ? {} : { directionFrom: 'level', ...directionOf(readTypedDecimal(next)) }),
    });
  };
  const of = `${market} ${symbol}`;
  useLevelOfLastPrice(last, of, level, setLevel, inputRef);
  useRelativeLevel(level, basis, setLevel);
  // The last price may arrive after the level.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a price that is known reads the level as it is typed
  useEffect(() => {
    if (spelled(level) !== level) setLevel(level);
  }, [of, last !== null]);
  const typed = readTypedDecimal(level);
  // A price that moves past the level while the form is open does not turn the direction.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first price of a symbol decides, beside a new level
  useEffect(() => {
    if (directionFrom === 'level') onChange(directionOf(typed));
  }, [of, last !== null]);
  const price = (value: Decimal): string => priceText(value, rules, text);
  const away = last === null || typed === null ? null : percentChange(last, typed);
  const choose = (value: Decimal): void => {
    setLevel(value);
    inputRef.current?.focus();
  };
  return (
    <>
      <div className="alert-level">
        <AlertInput
          {...shown}
          problem={isRelative(level) ? words.problems[basis.last === null ? 'no-basis' : 'no-risk'] : shown.problem}
          label={words.level}
          value={level}
          onChange={setLevel}
          inputRef={inputRef}
          beside={away !== null && typed !== null && words.away(decimalText(typed), percentText(away, text))}
        >
          {last === null ? words.levelForms : words.lastNow(price(last), words.levelForms)}
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
          {risk !== null && <MultiplePresets risk={risk} basis={basis} price={price} onChoose={choose} />}
          {market === 'futures' && symbol !== '' && (
            <TriggerPresets account={account} symbol={symbol} last={last} price={price} onChoose={choose} />
          )}
        </div>
      </div>
      <Field label={words.direction}>
        <Segmented
          label={words.direction}
          options={directions.map((value) => ({ value, label: words.directions[value] }))}
          value={direction}
          onChange={(next) => onChange({ direction: next, directionFrom: 'user' })}
        />
        {typed !== null && <div className="form-hint">{rearmWords({ direction, level: typed }, rules, text)}</div>}
      </Field>
    </>
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

/** Replaces a level such as "-2%" or "+1R" by its price, as soon as the price is known. */
function useRelativeLevel(level: string, basis: LevelBasis, onChange: (level: string) => void): void {
  const price = relativeLevel(level, basis);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the price of one level is taken once
  useEffect(() => {
    if (price !== null) onChange(price);
  }, [level, price === null]);
}

/** Multiples of the risk of a position that are offered as levels. */
const shownMultiples = ['1', '2'] as const;

interface MultiplePresetsProps {
  risk: PositionRisk;
  basis: LevelBasis;
  price: (value: Decimal) => string;
  onChoose: (level: Decimal) => void;
}

function MultiplePresets({ risk, basis: { pricePrecision }, price, onChoose }: MultiplePresetsProps) {
  const words = useText().alerts;
  return shownMultiples.map((multiple) => {
    const level = levelOfMultiple(risk, multiple, pricePrecision);
    return (
      level !== null && (
        <button
          key={multiple}
          type="button"
          className="choice"
          title={words.multipleExplained(multiple, price(level))}
          onClick={() => onChoose(level)}
        >
          {words.multiple(multiple)}
        </button>
      )
    );
  });
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
