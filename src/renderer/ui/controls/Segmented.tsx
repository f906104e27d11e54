import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';

interface SegmentedProps<Value extends string> {
  label: string;
  /** `name` is the accessible name. Default: the label. */
  options: readonly { value: Value; label: string; name?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one out of a few values, all of them visible. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      className="segmented"
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          className="segment"
          aria-label={option.name ?? option.label}
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
