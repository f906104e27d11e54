import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useId, useState } from 'react';
import { closeDialog, dialog, focusAfterDialog, openDialog } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { useStore } from '../../state/store.ts';
import { useCommands } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { About, copyDiagnostics } from './About.tsx';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { exportSettings } from './export-settings.ts';
import { ImportQuestion } from './ImportQuestion.tsx';
import { type ImportedFile, importSettings } from './import-settings.ts';
import { LiveSettings } from './LiveSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { ResetQuestion } from './ResetQuestion.tsx';
import { SettingsFileButtons } from './SettingsFileButtons.tsx';
import { TimeZoneSetting } from './TimeZoneSetting.tsx';

/** What is asked before settings are replaced. */
type Question = { kind: 'reset' } | { kind: 'import'; file: ImportedFile } | null;

export function SettingsDialog() {
  const text = useText();
  const words = text.settings;
  const settings = useSettings();
  const open = useStore(dialog) === 'settings';
  const [question, setQuestion] = useState<Question>(null);

  const ask = (next: Question): void => {
    openDialog('settings');
    setQuestion(next);
  };
  const commands = {
    'open-settings': () => openDialog('settings'),
    'export-settings': () => exportSettings(settings, text),
    'import-settings': () => importSettings(settings, text, (file) => ask({ kind: 'import', file })),
    'reset-settings': () => ask({ kind: 'reset' }),
    'copy-diagnostics': () => void copyDiagnostics(text),
  };
  useCommands(commands);

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setQuestion(null);
        closeDialog('settings');
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog settings-dialog" finalFocus={focusAfterDialog}>
          <div className="dialog-header">
            <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
            <Dialog.Close className="button">{words.close}</Dialog.Close>
          </div>
          <div className="settings-body">
            <SettingsGroup title={words.appearance}>
              <ChoiceSetting name="language" />
              <ChoiceSetting name="theme" />
              <ChoiceSetting name="density" />
              <ChoiceSetting name="priceColours" />
            </SettingsGroup>
            <SettingsGroup title={words.figures}>
              <ChoiceSetting name="numberGrouping" />
              <TimeZoneSetting />
            </SettingsGroup>
            <SettingsGroup title={words.live.title}>
              <LiveSettings />
            </SettingsGroup>
            <SettingsGroup title={words.notifications.title}>
              <NotificationSettings />
            </SettingsGroup>
            <SettingsGroup title={words.file}>
              <SettingsFileButtons
                onExport={commands['export-settings']}
                onImport={commands['import-settings']}
                onReset={commands['reset-settings']}
              />
            </SettingsGroup>
            <SettingsGroup title={words.about}>
              <About />
            </SettingsGroup>
          </div>
          <ResetQuestion open={question?.kind === 'reset'} onClose={() => setQuestion(null)} />
          <ImportQuestion file={question?.kind === 'import' ? question.file : null} onClose={() => setQuestion(null)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="settings-group" aria-labelledby={id}>
      <h3 id={id} className="settings-title">
        {title}
      </h3>
      {children}
    </section>
  );
}
