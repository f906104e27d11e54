import type { HistoryFilter } from '../../../shared/history.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { useText } from '../../text/use-text.ts';

/** The date presets that are one click away. */
const shownPresets = ['today', 'last-7-days', 'last-30-days', 'this-month', 'this-year'] as const;
type Range = (typeof shownPresets)[number] | 'all' | 'other';

/** Returns the range of a filter: 'all' without dates, 'other' for dates that are not offered. */
export function rangeOf({ created }: HistoryFilter): Range {
  if (created === undefined || Object.values(created).every((day) => day === undefined)) return 'all';
  return shownPresets.find((preset) => 'preset' in created && created.preset === preset) ?? 'other';
}

interface RangeChoiceProps {
  filter: HistoryFilter;
  onChange: (created: HistoryFilter['created']) => void;
}

/** The usual ranges of dates, side by side. None is selected if the filter has other dates. */
export function RangeChoice({ filter, onChange }: RangeChoiceProps) {
  const { results, filter: words } = useText();
  return (
    <Segmented<Range>
      label={words.created}
      options={[
        ...shownPresets.map((value) => ({ value, label: results.ranges[value] })),
        { value: 'all', label: results.ranges.all },
      ]}
      value={rangeOf(filter)}
      onChange={(range) => onChange(range === 'all' || range === 'other' ? undefined : { preset: range })}
    />
  );
}
