import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  label: string;
  /** `name` is the accessible name. Default: the label. `icon` stands for the label in a narrow window. */
  options: readonly { value: Value; label: string; name?: string; icon?: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one out of a few values, all of them visible. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const group = useId();
  return (
    <div role="radiogroup" className="segmented" aria-label={label}>
      {options.map(({ icon: Icon, ...option }) => (
        <label key={option.value} className="segment" title={Icon && option.label}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            aria-label={option.name ?? option.label}
            onChange={() => onChange(option.value)}
          />
          {Icon && <Icon className="segment-icon" size={14} aria-hidden="true" />}
          <span className={Icon && 'segment-word'}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
