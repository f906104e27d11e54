import { toggled } from '../../model/toggled.ts';
import { Choices } from './Choices.tsx';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[] | undefined;
  onChange: (chosen: Value[]) => void;
}

/** Any of a few values; none chosen is the same as all. */
export function ChoiceField<Value extends string>({ label, options, chosen = [], onChange }: ChoiceFieldProps<Value>) {
  return (
    <fieldset className="filter-field">
      <legend className="filter-label">{label}</legend>
      <Choices options={options} chosen={chosen} onToggle={(value) => onChange(toggled(chosen, value))} />
    </fieldset>
  );
}
