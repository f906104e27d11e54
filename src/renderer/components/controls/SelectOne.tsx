import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';

interface SelectOneProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className: string;
  /** Whether the list has to stand above a dialog. */
  inDialog?: boolean;
}

/** One of a few that are too long to stand side by side. */
export function SelectOne<Value extends string>(props: SelectOneProps<Value>) {
  const { label, options, value, onChange } = props;
  // Where an option goes, the library would choose the first value again, whatever is chosen by then. One that comes leaves an
  // open list open.
  const removals = useRemovals(options.map((option) => option.value));
  return (
    <Select.Root key={removals} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Select.Trigger className={props.className} aria-label={label}>
        <Select.Value>{(shown: Value) => options.find((option) => option.value === shown)?.label}</Select.Value>
        <ChevronDown size={14} aria-hidden="true" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className={`popup-positioner${props.inDialog ? ' popup-above' : ''}`}
          sideOffset={4}
          alignItemWithTrigger={false}
        >
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

/** How many times values have gone. */
function useRemovals(values: readonly string[]): number {
  const [seen, setSeen] = useState({ values, removals: 0 });
  if (values.join('\n') === seen.values.join('\n')) return seen.removals;
  const removals = seen.removals + (seen.values.every((value) => values.includes(value)) ? 0 : 1);
  setSeen({ values, removals });
  return removals;
}
