import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import { type RangeReading, readDayRange, readDecimalRange } from './range-input.ts';

interface Ends {
  from: string;
  to: string;
}

interface RangeFieldProps extends Ends {
  kind: 'decimals' | 'days';
  label: string;
  onChange: (from: string | undefined, to: string | undefined) => void;
}

const read = { decimals: readDecimalRange, days: readDayRange };

/** Milliseconds after the last key press until the typed text is read. */
const readDelayMs = 400;

/**
 * Two ends, each of which may be open. `from` and `to` are the effective ends, '' for an open one. Text that cannot be
 * read stays in the field with a message and does not apply.
 */
export function RangeField({ kind, label, from, to, onChange }: RangeFieldProps) {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState<Ends | null>(null);
  const [reading, setReading] = useState<RangeReading | null>(null);
  /** Typed text that has not been read yet. */
  const pending = useRef<{ timer: number; read: () => void } | null>(null);

  useEffect(() => () => pending.current?.read(), []);
  // A range that was changed elsewhere replaces the typed text, unless that text has not been read yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for a new range
  useEffect(() => {
    if (pending.current) return;
    setTyped(null);
    setReading(null);
  }, [from, to]);

  const accept = (ends: Ends): void => {
    if (pending.current) window.clearTimeout(pending.current.timer);
    pending.current = null;
    const result = read[kind](ends.from, ends.to);
    setReading(result.ok ? null : result);
    if (!result.ok) return;
    // The new range arrives as a property later. Until then the field shows its text.
    setTyped({ from: result.from ?? '', to: result.to ?? '' });
    if ((result.from ?? '') !== from || (result.to ?? '') !== to) onChange(result.from, result.to);
  };
  const type = (ends: Ends): void => {
    setTyped(ends);
    if (pending.current) window.clearTimeout(pending.current.timer);
    const readNow = (): void => accept(ends);
    pending.current = { read: readNow, timer: window.setTimeout(readNow, readDelayMs) };
  };

  const shown = typed ?? { from, to };
  const problems = reading?.ok === false ? reading : { from: null, to: null };
  const problem = problems.from ?? problems.to;
  const input = (end: 'from' | 'to') => (
    <input
      className="form-input range-input"
      type="text"
      inputMode="text"
      aria-label={end === 'from' ? text.filter.fromOf(label) : text.filter.toOf(label)}
      aria-invalid={problems[end] !== null}
      aria-describedby={problem ? `${id}-problem` : undefined}
      placeholder={kind === 'days' ? text.filter.day : text.filter[end]}
      spellCheck={false}
      maxLength={80}
      value={shown[end]}
      onChange={(event) => type({ ...shown, [end]: event.target.value })}
      onBlur={() => typed && accept(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed) accept(typed);
      }}
    />
  );
  return (
    <div className="range">
      <div className="range-ends">
        {input('from')}
        <span className="range-dash">–</span>
        {input('to')}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="form-problem" role="alert">
          {text.filter.problems[problem]}
        </p>
      )}
    </div>
  );
}
