import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { alertKinds } from '../../../shared/market/market.ts';
import { utcOffset } from '../../../shared/time/time.ts';
import { askForNotifications, notificationPermission, playTone } from '../../domain/alerts/notifications.ts';
import { inBrowser } from '../../platform/bridge.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useNow } from '../../platform/timer.ts';
import { useText } from '../../text/use-text.ts';
import { CheckField } from '../../ui/controls/CheckField.tsx';
import { TimeOfDayField } from './TimeOfDayField.tsx';

/** The kinds of alerts that notify outside the page, the quiet hours, and the sound. */
export function NotificationSettings() {
  const text = useText();
  const words = text.settings.notifications;
  const notify = useSetting('notify');
  const sound = useSetting('sound');
  const change = useChangeSettings();
  return (
    <>
      <BrowserPermission />
      <fieldset className="setting-choices">
        <legend>{words.kinds}</legend>
        {alertKinds.map((kind) => (
          <CheckField
            key={kind}
            checked={notify[kind]}
            onChange={(checked) => change({ notify: { ...notify, [kind]: checked } })}
          >
            {text.alerts.kinds[kind]}
          </CheckField>
        ))}
      </fieldset>
      <QuietHoursSetting />
      <div className="setting" data-part="sound">
        <CheckField checked={sound} onChange={(checked) => change({ sound: checked })}>
          {words.sound}
        </CheckField>
        <button type="button" className="button" onClick={() => void playTone()}>
          <Volume2 size={14} aria-hidden="true" />
          {words.trySound}
        </button>
      </div>
      <p className="form-hint">{words.inApp}</p>
    </>
  );
}

/** The browser's permission, with a button that asks for it. */
function BrowserPermission() {
  const words = useText().settings.notifications;
  const [permission, setPermission] = useState(notificationPermission);
  if (!inBrowser) return null;
  const ask = async (): Promise<void> => {
    await askForNotifications();
    setPermission(notificationPermission());
  };
  return (
    <div className="setting">
      <span>{words.browser}</span>
      {permission === 'default' ? (
        <button type="button" className="button" onClick={() => void ask()}>
          {words.allow}
        </button>
      ) : (
        <span className="setting-fact">{words.permissions[permission]}</span>
      )}
    </div>
  );
}

const defaultQuietHours = { from: '22:00', to: '07:00' };
const minute = 60_000;

function QuietHoursSetting() {
  const text = useText();
  const words = text.settings.notifications;
  const zone = useTimeZone();
  const offset = utcOffset(useNow(minute), zone);
  const quietHours = useSetting('quietHours');
  const change = useChangeSettings();
  const time = (end: 'from' | 'to') => (
    <TimeOfDayField
      label={words.quiet[end]}
      value={quietHours?.[end] ?? ''}
      onChange={(value) => {
        if (quietHours) change({ quietHours: { ...quietHours, [end]: value } });
      }}
    />
  );
  return (
    <>
      <div className="setting" data-part="quietHours">
        <CheckField
          checked={quietHours !== null}
          onChange={(checked) => change({ quietHours: checked ? defaultQuietHours : null })}
        >
          {words.quiet.hours}
        </CheckField>
        {quietHours && (
          <span className="setting-times">
            {time('from')}
            <span>{words.quiet.until}</span>
            {time('to')}
          </span>
        )}
      </div>
      {quietHours && <p className="form-hint">{words.quiet.zone(text.timeZone.shown(zone, offset))}</p>}
    </>
  );
}
