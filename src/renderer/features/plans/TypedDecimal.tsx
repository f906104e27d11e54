import { useState } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isAmbiguousDecimal, readTypedDecimal } from '../../../shared/values/typed-decimal.ts';
import { useText } from '../../text/use-text.ts';

interface TypedDecimalProps {
  label: string;
  /** `null` for an empty field. */
  value: Decimal | null;
  placeholder: string;
  unit?: string;
  /** A price that decides what a comma means: see `readTypedDecimal`. */
  near?: Decimal | null;
  accepts: (value: Decimal) => boolean;
  onChange: (value: Decimal | null) => void;
}

/** A field for a decimal, which applies with each character that leaves a valid one. Escape empties it. */
export function TypedDecimal({ label, value, placeholder, unit, near = null, accepts, onChange }: TypedDecimalProps) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (of: string): Decimal | null => {
    const found = readTypedDecimal(of.replace(/%$/, ''), near);
    return found !== null && accepts(found) ? found : null;
  };
  const isWrong = typed !== null && typed.trim() !== '' && read(typed) === null;
  return (
    <span className="field what-if-field">
      <input
        className="field-input"
        maxLength={maxTypedLength}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        title={isWrong && isAmbiguousDecimal(typed) ? text.filter.problems.ambiguous : undefined}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? value ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = read(target.value);
          if (next !== null || target.value.trim() === '') onChange(next);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The details stay open.
          event.stopPropagation();
          setTyped(null);
          onChange(null);
        }}
        onBlur={() => setTyped(null)}
      />
      {unit && <span className="what-if-unit">{unit}</span>}
    </span>
  );
}
