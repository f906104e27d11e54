import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface RadioItemsProps {
  values: readonly string[];
  nameOf: (value: string) => string;
  value: string;
  onChange: (value: string) => void;
}

interface RadioMenuProps extends RadioItemsProps {
  label: string;
}

/** A button that shows the chosen value and opens a menu of all values. */
export function RadioMenu({ label, ...items }: RadioMenuProps) {
  const text = useText();
  const chosen = items.nameOf(items.value);
  return (
    <Menu.Root>
      <Menu.Trigger className="button" aria-label={text.labeled(label, chosen)}>
        {chosen}
        <ChevronDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Menu.Popup className="popup popup-list">
            <RadioItems {...items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The items of a menu of which one is chosen. */
export function RadioItems({ values, nameOf, value, onChange }: RadioItemsProps) {
  return (
    <Menu.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
      {values.map((each) => (
        <Menu.RadioItem key={each} value={each} className="popup-item" closeOnClick>
          <span className="popup-item-text">{nameOf(each)}</span>
          <Menu.RadioItemIndicator className="popup-item-mark">
            <Check size={14} aria-hidden="true" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
