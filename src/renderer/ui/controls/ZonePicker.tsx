import { useEffect, useMemo, useRef } from 'react';
import { utcOffset } from '../../../shared/time/time.ts';
import { useText } from '../../text/use-text.ts';
import { SearchSelect } from './SearchSelect.tsx';

/** Maximum number of listed zones, because each one drawn calculates its offset. */
const maxListed = 40;

interface ZonePickerProps {
  value: string;
  onChange: (zone: string) => void;
  /** True if the user has just asked for another zone. The field then takes the focus, and typing replaces the zone. */
  isSearching?: boolean;
}

/** A choice of a time zone by its name, in a dialog. */
export function ZonePicker({ value, onChange, isSearching = false }: ZonePickerProps) {
  const text = useText();
  const zones = useMemo(zoneNames, []);
  const now = useMemo(() => Date.now(), []);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSearching) input.current?.select();
  }, [isSearching]);
  return (
    <SearchSelect
      items={zones}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      words={{ placeholder: text.timeZone.find, none: text.timeZone.none, open: text.timeZone.open }}
      input={{ ref: input, 'aria-label': text.timeZone.zone }}
      className="zone-picker"
      max={maxListed}
      textOf={(zone) => `${zone} ${zone.replaceAll('_', ' ')}`}
      noteOf={(zone) => utcOffset(now, zone)}
    />
  );
}

/** Current names of zones that Chromium lists under an old name. It accepts both. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Returns all zones by their current names. */
export function zoneNames(): string[] {
  const names = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name);
  return [...new Set(['UTC', ...names])].sort();
}
