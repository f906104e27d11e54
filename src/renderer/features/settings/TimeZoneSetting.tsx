import { useState } from 'react';
import { localTimeZone } from '../../../shared/time/time.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { ZonePicker } from '../../ui/controls/ZonePicker.tsx';

const kinds = ['local', 'utc', 'other'] as const;
type Kind = (typeof kinds)[number];

/** The time zone of all times: the computer's, UTC, or a zone by its name. */
export function TimeZoneSetting() {
  const text = useText();
  const timeZone = useSetting('timeZone');
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
          <ZonePicker
            value={named ? timeZone : localTimeZone()}
            onChange={(zone) => change({ timeZone: zone })}
            isSearching={searching}
          />
        </div>
      )}
    </>
  );
}
