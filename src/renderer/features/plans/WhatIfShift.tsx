import { Popover } from '@base-ui/react/popover';
import { useSelector } from '@tanstack/react-store';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { compareDecimals } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { scenario } from '../../domain/plans/what-if/scenario.ts';
import { useAccountStates } from '../../domain/plans/what-if/use-account-states.ts';
import { type ShiftSum, sumShift, whatIfShift } from '../../domain/plans/what-if/what-if-of.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { CurrencySums } from '../../ui/screen/CurrencySums.tsx';
import { estimateTone, moneyEstimate } from '../../ui/text/estimates.ts';
import { percentText } from '../../ui/text/figures.ts';
import { TypedDecimal } from './TypedDecimal.tsx';
import type { PlansView } from './use-plans-view.ts';
import { WhatIfResults } from './WhatIfResults.tsx';
import './what-if.css';

/** The field for a move of all prices in percent. */
export function ShiftField() {
  const words = useText().whatIf;
  const current = useSelector(scenario);
  const percent = current?.kind === 'shift' ? current.percent : null;
  return (
    <div className="account-risk-item" title={words.shiftExplained}>
      <div className="account-risk-label">{words.shift}</div>
      <TypedDecimal
        label={words.shift}
        value={percent}
        placeholder={words.percent}
        unit="%"
        accepts={isPossible}
        onChange={(value) => scenario.set(value === null ? null : { kind: 'shift', percent: value })}
      />
    </div>
  );
}

/** A price cannot fall by 100%. */
function isPossible(percent: Decimal): boolean {
  return compareDecimals(percent, '-100') > 0 && compareDecimals(percent, '1000') < 0;
}

/** What a move of all prices does; nothing without one. */
export function ShiftResult({ view }: { view: PlansView }) {
  const current = useSelector(scenario);
  return current?.kind === 'shift' ? <ShiftLine view={view} percent={current.percent} /> : null;
}

function ShiftLine({ view, percent }: { view: PlansView; percent: Decimal }) {
  const text = useText();
  const words = text.whatIf;
  const states = useAccountStates(view.positions, view.parts, view.rulesOf);
  const results = useMemo(() => states.flatMap((state) => whatIfShift(state, percent)), [states, percent]);
  const sums = useMemo(() => sumShift(results).filter(({ all }) => all > 0), [results]);
  return (
    <section className="what-if-line" aria-label={words.shift}>
      <strong>{words.shifted(percentText(percent, text))}</strong>
      {states.length === 0 ? (
        <span>{text.openPositions.reading}</span>
      ) : sums.length === 0 ? (
        <span>{words.nothing}</span>
      ) : (
        <CurrencySums sums={sums}>{(sum) => <QuoteShift sum={sum} />}</CurrencySums>
      )}
      {results.length > 0 && (
        <Popover.Root>
          <Popover.Trigger className="status-button">{words.show}</Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
              <Popover.Popup className="popup what-if-popup">
                <WhatIfResults results={results} rulesOf={view.rulesOf} isCompact />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
      <IconButton label={words.clear} icon={X} className="icon-button what-if-end" onClick={() => scenario.set(null)} />
    </section>
  );
}

function QuoteShift({ sum }: { sum: ShiftSum }) {
  const text = useText();
  const words = text.whatIf;
  const { quote, total, known, all, filled, placed, unclear, hasRange } = sum;
  return (
    <span className="what-if-sum" title={text.sentences(words.mainLine, words.careful)}>
      {words.total}{' '}
      <strong data-tone={estimateTone(total)}>
        <FigureText figure={moneyEstimate(total, text)} />
      </strong>{' '}
      {quote}
      {known < all && ` · ${words.of(known, all)}`}
      {` · ${words.happens(filled, placed)}`}
      {unclear > 0 && ` · ${words.notCounted(unclear)}`}
      {!hasRange && ` · ${words.noRange}`}
    </span>
  );
}
