import { Dialog } from '@base-ui/react/dialog';
import { Settings as SettingsIcon } from 'lucide-react';
import { priceColours, themes } from '../../../shared/choices.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { useAbout } from '../../state/queries.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';

export function SettingsDialog() {
  const text = useText();
  const settings = useSettings();
  const change = useChangeSettings();
  const about = useAbout().data;
  return (
    <Dialog.Root>
      <Dialog.Trigger className="navigation-item">
        <SettingsIcon size={16} aria-hidden="true" />
        {text.navigation.settings}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{text.settings.title}</Dialog.Title>
          <div className="setting">
            <span>{text.settings.theme}</span>
            <Segmented
              label={text.settings.theme}
              options={themes.map((value) => ({ value, label: text.settings.themes[value] }))}
              value={settings.theme}
              onChange={(theme) => change({ theme })}
            />
          </div>
          <div className="setting">
            <span>{text.settings.priceColours}</span>
            <Segmented
              label={text.settings.priceColours}
              options={priceColours.map((value) => ({ value, label: text.settings.priceColourNames[value] }))}
              value={settings.priceColours}
              onChange={(next) => change({ priceColours: next })}
            />
          </div>
          <div className="setting-about">
            <h3>{text.settings.about}</h3>
            {about && <p>{text.settings.version(about.version, text.settings.hosts[about.host])}</p>}
            <p>{text.settings.readsOnly}</p>
          </div>
          <footer className="dialog-footer">
            <Dialog.Close className="button">{text.settings.close}</Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
