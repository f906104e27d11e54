import { useMemo } from 'react';
import { utcOffset } from '../../../shared/time.ts';
import { useText } from '../../text/use-text.ts';
import { SearchSelect } from './SearchSelect.tsx';
import { zoneNames } from './zone-names.ts';

/** Maximum number of listed zones, because each one drawn calculates its offset. */
const maxListed = 40;

/** A choice of a time zone by its name, in a dialog. */
export function ZonePicker({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const text = useText();
  const zones = useMemo(zoneNames, []);
  const now = useMemo(() => Date.now(), []);
  return (
    <SearchSelect
      items={zones}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      words={{ placeholder: text.timeZone.find, none: text.timeZone.none, open: text.timeZone.open }}
      input={{ 'aria-label': text.timeZone.zone }}
      className="zone-picker"
      max={maxListed}
      textOf={(zone) => `${zone} ${zone.replaceAll('_', ' ')}`}
      noteOf={(zone) => utcOffset(now, zone)}
    />
  );
}
