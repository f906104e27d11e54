import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';

interface SelectOneProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className: string;
}

/** A choice of one out of a few values, in a list that opens. */
export function SelectOne<Value extends string>(props: SelectOneProps<Value>) {
  const { label, options, value, onChange } = props;
  // When an option is removed, Base UI resets to the initial value, so the component is mounted again. An added option
  // keeps the key, so that an open list stays open.
  const removals = useRemovals(options.map((option) => option.value));
  return (
    <Select.Root key={removals} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Select.Trigger className={props.className} aria-label={label}>
        <Select.Value className="select-value">
          {(shown: Value) => options.find((option) => option.value === shown)?.label}
        </Select.Value>
        <ChevronDown size={14} aria-hidden="true" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="popup-positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Select.Popup className="popup">
            <Select.List className="popup-list">
              {options.map((option) => (
                <Select.Item key={option.value} value={option.value} className="popup-item">
                  <Select.ItemText className="popup-item-text">{option.label}</Select.ItemText>
                  <Select.ItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

/** Number of times that values were removed. */
function useRemovals(values: readonly string[]): number {
  const [previous, setPrevious] = useState({ values, removals: 0 });
  if (values.join('\n') === previous.values.join('\n')) return previous.removals;
  const removals = previous.removals + (previous.values.every((value) => values.includes(value)) ? 0 : 1);
  setPrevious({ values, removals });
  return removals;
}
