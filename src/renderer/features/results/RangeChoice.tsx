import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';

/** The date presets that are one click away. */
const shownPresets = ['today', 'last-7-days', 'last-30-days', 'this-month', 'this-year'] as const;
type Range = (typeof shownPresets)[number] | 'all' | 'other';

type Dates = HistoryFilter['created'];

/** Returns the range of a filter's dates: 'all' without dates, 'other' for dates that are not offered. */
export function rangeOf(dates: Dates): Range {
  if (dates === undefined || Object.values(dates).every((day) => day === undefined)) return 'all';
  return shownPresets.find((preset) => 'preset' in dates && dates.preset === preset) ?? 'other';
}

interface RangeChoiceProps {
  label: string;
  dates: Dates;
  onChange: (dates: Dates) => void;
}

/** The usual ranges of dates, side by side. None is selected if the filter has other dates. */
export function RangeChoice({ label, dates, onChange }: RangeChoiceProps) {
  const { results } = useText();
  return (
    <Segmented<Range>
      label={label}
      options={[
        ...shownPresets.map((value) => ({ value, label: results.ranges[value] })),
        { value: 'all', label: results.ranges.all },
      ]}
      value={rangeOf(dates)}
      onChange={(range) => onChange(range === 'all' || range === 'other' ? undefined : { preset: range })}
    />
  );
}
