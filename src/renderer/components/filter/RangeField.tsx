import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import type { RangeReading } from './range-input.ts';

interface Ends {
  from: string;
  to: string;
}

interface RangeFieldProps {
  label: string;
  /** As it is in force. */
  value: Ends;
  placeholder?: string;
  read: (from: string, to: string) => RangeReading;
  onChange: (from: string | undefined, to: string | undefined) => void;
}

/** Milliseconds without a key before what was typed is read. */
const rest = 400;

/** Two ends, each of which may be open. What cannot be read stays in the field, is said there, and is not in force. */
export function RangeField({ label, value, placeholder, read, onChange }: RangeFieldProps) {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState<Ends | null>(null);
  const [reading, setReading] = useState<RangeReading | null>(null);
  /** Something was typed that has not been read. */
  const pending = useRef<{ timer: number; read: () => void } | null>(null);
  useEffect(() => () => pending.current?.read(), []);
  // What is in force is shown wherever it was changed, but for what was typed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is what this waits for
  useEffect(() => {
    if (pending.current) return;
    setTyped(null);
    setReading(null);
  }, [value.from, value.to]);

  const take = (ends: Ends): void => {
    if (pending.current) window.clearTimeout(pending.current.timer);
    pending.current = null;
    const result = read(ends.from, ends.to);
    setReading(result.ok ? null : result);
    if (!result.ok) return;
    // Comes back as the value a little later: until then this is what is typed.
    setTyped({ from: result.from ?? '', to: result.to ?? '' });
    if ((result.from ?? '') !== value.from || (result.to ?? '') !== value.to) onChange(result.from, result.to);
  };
  const type = (ends: Ends): void => {
    setTyped(ends);
    if (pending.current) window.clearTimeout(pending.current.timer);
    const readNow = (): void => take(ends);
    pending.current = { read: readNow, timer: window.setTimeout(readNow, rest) };
  };

  const shown = typed ?? value;
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
      placeholder={placeholder ?? text.filter[end]}
      spellCheck={false}
      maxLength={80}
      value={shown[end]}
      onChange={(event) => type({ ...shown, [end]: event.target.value })}
      onBlur={() => typed && take(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed) take(typed);
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
