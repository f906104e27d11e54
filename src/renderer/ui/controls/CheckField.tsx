import { Checkbox } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface CheckFieldProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A checkbox with its label. */
export function CheckField({ checked, disabled = false, onChange, children }: CheckFieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI renders the control in the label
    <label className="check-field">
      <Checkbox.Root className="checkbox" checked={checked} disabled={disabled} onCheckedChange={onChange}>
        <Checkbox.Indicator className="checkbox-mark">
          <Check size={12} aria-hidden="true" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      {children}
    </label>
  );
}
