import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { matchesText } from '../../../shared/rows/text-filter.ts';
import { localTimeZone, utcOffset } from '../../../shared/time.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';
import { zoneNames } from './zone-names.ts';

const kinds = ['local', 'utc', 'other'] as const;
type Kind = (typeof kinds)[number];

/** In which zone times are shown: that of the computer, UTC, or one by its name. */
export function TimeZoneSetting() {
  const text = useText();
  const { timeZone } = useSettings();
  const change = useChangeSettings();
  const [searching, setSearching] = useState(false);
  const named = timeZone !== 'local' && timeZone !== 'UTC';
  const kind: Kind = searching || named ? 'other' : timeZone === 'UTC' ? 'utc' : 'local';

  const choose = (next: Kind): void => {
    setSearching(next === 'other');
    if (next === 'local') change({ timeZone: 'local' });
    if (next === 'utc') change({ timeZone: 'UTC' });
  };
  return (
    <>
      <div className="setting">
        <span>{text.timeZone.label}</span>
        <Segmented
          label={text.timeZone.label}
          options={kinds.map((value) => ({ value, label: text.timeZone.choices[value] }))}
          value={kind}
          onChange={choose}
        />
      </div>
      {kind === 'other' && (
        <div className="setting">
          <span />
          <ZonePicker value={named ? timeZone : localTimeZone()} onChange={(zone) => change({ timeZone: zone })} />
        </div>
      )}
    </>
  );
}

/** Zones drawn at once; more are found by typing. */
const mostListed = 40;

function ZonePicker({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const text = useText();
  const zones = useMemo(zoneNames, []);
  const now = useMemo(() => Date.now(), []);
  return (
    <Combobox.Root
      items={zones}
      value={value}
      onValueChange={(zone) => zone && onChange(zone)}
      filter={(zone: string, query: string) => matchesText(query)(`${zone} ${zone.replaceAll('_', ' ')}`)}
      limit={mostListed}
      autoHighlight
    >
      <Combobox.InputGroup className="field zone-picker">
        <Combobox.Input
          className="field-input"
          aria-label={text.timeZone.zone}
          placeholder={text.timeZone.find}
          spellCheck={false}
        />
        <Combobox.Trigger className="field-button" aria-label={text.timeZone.open}>
          <ChevronDown size={14} aria-hidden="true" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="popup-positioner zone-positioner" sideOffset={4}>
          <Combobox.Popup className="popup symbol-popup">
            <Combobox.Empty className="popup-empty">{text.timeZone.none}</Combobox.Empty>
            <Combobox.List className="popup-list">
              {(zone: string) => (
                <Combobox.Item key={zone} value={zone} className="popup-item">
                  <span className="popup-item-text">{zone}</span>
                  <span className="zone-offset">{utcOffset(now, zone)}</span>
                  <Combobox.ItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
