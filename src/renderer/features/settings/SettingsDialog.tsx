import { Dialog } from '@base-ui/react/dialog';
import { Copy, Settings as SettingsIcon } from 'lucide-react';
import { priceColours, themes } from '../../../shared/choices.ts';
import { client } from '../../api/client.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { copyText } from '../../components/copy-text.ts';
import { showNotice } from '../../state/notice.ts';
import { useAbout } from '../../state/queries.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { TimeZoneSetting } from './TimeZoneSetting.tsx';

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
          <TimeZoneSetting />
          <div className="setting-about">
            <h3>{text.settings.about}</h3>
            {about && <p>{text.settings.version(about.version, text.settings.hosts[about.host])}</p>}
            <p>{text.settings.readsOnly}</p>
            <button type="button" className="button setting-diagnostics" onClick={() => void copyDiagnostics(text)}>
              <Copy size={14} aria-hidden="true" />
              {text.settings.copyDiagnostics}
            </button>
            <p className="form-hint">{text.settings.diagnosticsExplained}</p>
          </div>
          <footer className="dialog-footer">
            <Dialog.Close className="button">{text.settings.close}</Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

async function copyDiagnostics(text: Text): Promise<void> {
  const result = await client.readDiagnostics({});
  if (result.ok) await copyText(result.data.text, text, text.settings.diagnosticsCopied);
  else showNotice(text.errors[result.error.code].what);
}
