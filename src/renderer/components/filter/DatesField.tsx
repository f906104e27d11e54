import { datePresets, type HistoryFilter } from '../../../shared/history.ts';
import { rangeOf } from '../../model/history-filter.ts';
import { useText } from '../../text/use-text.ts';
import { Choices } from './Choices.tsx';
import { RangeField } from './RangeField.tsx';
import { readDayRange } from './range-input.ts';

interface DatesFieldProps {
  created: HistoryFilter['created'];
  onChange: (created: HistoryFilter['created']) => void;
}

/** Days of creation: what "last month" means is worked out when it is asked, so that a saved view stays true. */
export function DatesField({ created, onChange }: DatesFieldProps) {
  const text = useText();
  const preset = created && 'preset' in created ? created.preset : null;
  const days = created && !('preset' in created) ? created : {};
  return (
    <fieldset className="filter-field choices-grid">
      <legend className="filter-label">{text.filter.created}</legend>
      <Choices
        options={datePresets.map((value) => ({ value, label: text.filter.presets[value] }))}
        chosen={preset === null ? [] : [preset]}
        onToggle={(name) => onChange(preset === name ? undefined : { preset: name })}
      />
      <RangeField
        label={text.filter.created}
        value={{ from: days.from ?? '', to: days.to ?? '' }}
        placeholder={text.filter.day}
        read={readDayRange}
        onChange={(from, to) => onChange(rangeOf(from, to))}
      />
    </fieldset>
  );
}
