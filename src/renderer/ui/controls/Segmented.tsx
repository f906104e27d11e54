import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  label: string;
  /** `name` is the accessible name. Default: the label. */
  options: readonly { value: Value; label: string; name?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one out of a few values, all of them visible. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const group = useId();
  return (
    <div role="radiogroup" className="segmented" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            aria-label={option.name ?? option.label}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
