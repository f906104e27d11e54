import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { Copy, Download, RotateCcw, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { numberGroupings, numberSeparators } from '../../../shared/settings/choices.ts';
import { type ChoiceName, choiceNames, settingTable } from '../../../shared/settings/settings.ts';
import { formatDecimal } from '../../../shared/values/decimal.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { useAbout } from '../../platform/about.ts';
import { useCommands } from '../../platform/commands.ts';
import { copyDiagnostics } from '../../platform/copy-diagnostics.ts';
import { closeDialog, dialog, focusAfterDialog } from '../../platform/dialogs.ts';
import { settingChoice } from '../../platform/settings/setting-choices.ts';
import { currentSettings, useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { fieldOfShownPart, openSettings, type SettingsPart } from '../../platform/settings/settings-part.ts';
import { useText } from '../../text/use-text.ts';
import { CheckField } from '../../ui/controls/CheckField.tsx';
import { Hint } from '../../ui/controls/Hint.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { BackupSettings, backUp, type ChosenBackup, chooseBackup, RestoreQuestion } from './BackupSettings.tsx';
import { FeeSettings } from './FeeSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { RemoveDataQuestion } from './RemoveDataQuestion.tsx';
import { ImportQuestion, ResetQuestion } from './ReplaceQuestions.tsx';
import { exportSettings, type ImportedFile, importSettings } from './transfer-settings.ts';
import { UpdateSettings } from './UpdateSettings.tsx';
import './settings.css';
import { localTimeZone } from '../../../shared/time/time.ts';
import { ZonePicker } from '../../ui/controls/ZonePicker.tsx';

/** The question before settings are replaced, or all data is removed. */
type Question =
  | { kind: 'reset' }
  | { kind: 'remove-data' }
  | { kind: 'import'; file: ImportedFile }
  | { kind: 'restore'; file: ChosenBackup }
  | null;

export function SettingsDialog() {
  const text = useText();
  const words = text.settings;
  const open = useSelector(dialog) === 'settings';
  const [question, setQuestion] = useState<Question>(null);
  const accounts = useAccounts().data ?? [];
  const [withNotes, setWithNotes] = useState(false);

  const showQuestion = (next: Question): void => {
    openSettings();
    setQuestion(next);
  };
  const commands = {
    'open-settings': () => openSettings(),
    'export-settings': () => void exportSettings(currentSettings(), withNotes ? accounts : [], text),
    'import-settings': () => importSettings(currentSettings(), text, (file) => showQuestion({ kind: 'import', file })),
    'reset-settings': () => showQuestion({ kind: 'reset' }),
    'back-up': () => void backUp(text),
    'restore-backup': () => chooseBackup(text, (file) => showQuestion({ kind: 'restore', file })),
    'remove-data': () => showQuestion({ kind: 'remove-data' }),
    'copy-diagnostics': () => void copyDiagnostics(text),
  };
  useCommands(commands);

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setQuestion(null);
        setWithNotes(false);
        closeDialog('settings');
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="dialog settings-dialog"
          initialFocus={() => fieldOfShownPart() ?? true}
          finalFocus={focusAfterDialog}
        >
          <div className="dialog-header">
            <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
            <Dialog.Close className="button">{words.close}</Dialog.Close>
          </div>
          <div className="settings-body">
            <SettingsGroup title={words.appearance}>
              <ChoiceSettings group="appearance" />
            </SettingsGroup>
            <SettingsGroup title={words.numbers}>
              <ChoiceSettings group="numbers" />
              <TimeZoneSetting />
            </SettingsGroup>
            <SettingsGroup part="fees" title={words.fees.title} hint={words.fees.explained}>
              <FeeSettings />
            </SettingsGroup>
            <SettingsGroup title={words.live}>
              <ChoiceSettings group="live" />
            </SettingsGroup>
            <SettingsGroup part="notifications" title={words.notifications.title}>
              <NotificationSettings />
            </SettingsGroup>
            <SettingsGroup title={words.file}>
              <SettingsFileButtons
                onExport={commands['export-settings']}
                onImport={commands['import-settings']}
                onReset={commands['reset-settings']}
                withNotes={withNotes}
                onWithNotes={setWithNotes}
              />
            </SettingsGroup>
            <SettingsGroup title={words.backup.heading}>
              <BackupSettings onBackUp={commands['back-up']} onRestore={commands['restore-backup']} />
            </SettingsGroup>
            <SettingsGroup title={words.about}>
              <About />
              <UpdateSettings />
              <RemoveData onRemove={commands['remove-data']} />
            </SettingsGroup>
          </div>
          <RemoveDataQuestion open={question?.kind === 'remove-data'} onClose={() => setQuestion(null)} />
          <ResetQuestion open={question?.kind === 'reset'} onClose={() => setQuestion(null)} />
          <RestoreQuestion
            file={question?.kind === 'restore' ? question.file : null}
            onClose={() => setQuestion(null)}
          />
          <ImportQuestion file={question?.kind === 'import' ? question.file : null} onClose={() => setQuestion(null)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface SettingsGroupProps {
  part?: SettingsPart;
  title: string;
  hint?: string;
  children: ReactNode;
}

function SettingsGroup({ part, title, hint, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <section className="settings-group" aria-labelledby={id} data-part={part}>
      <h3 className="settings-title">
        <span id={id}>{title}</span>
        {hint !== undefined && <Hint>{hint}</Hint>}
      </h3>
      {children}
    </section>
  );
}

/** The settings of a group that have a few named values. */
function ChoiceSettings({ group }: { group: (typeof settingTable)[ChoiceName]['group'] }) {
  const names = choiceNames.filter((name) => settingTable[name].group === group);
  return names.map((name) => <ChoiceSetting key={name} name={name} />);
}

function ChoiceSetting({ name }: { name: ChoiceName }) {
  const text = useText();
  const change = useChangeSettings();
  const current = useSetting(name);
  const { word, values } = settingChoice(name, text);
  const hints: Partial<Record<ChoiceName, string>> = text.settings.hints;
  const hint = hints[name];
  return (
    <div className="setting">
      <span>
        {word}
        {hint !== undefined && <Hint>{hint}</Hint>}
      </span>
      <Segmented
        label={word}
        options={values.map((each) => ({ value: each.value, ...labeled(name, each) }))}
        value={current}
        onChange={(next) => change(values.find(({ value }) => value === next)?.change ?? {})}
      />
    </div>
  );
}

const sample = '1234.5';

/**
 * Shows a number grouping by an example. Its accessible name comes first, because screen readers read the examples
 * alike.
 */
function labeled(name: ChoiceName, { value, word }: { value: string; word: string }): { label: string; name: string } {
  const grouping = name === 'numberGrouping' ? numberGroupings.find((each) => each === value) : undefined;
  if (grouping === undefined) return { label: word, name: word };
  const label = formatDecimal(sample, { separator: numberSeparators[grouping] });
  return { label, name: `${word}: ${label}` };
}

interface SettingsFileButtonsProps {
  onExport: () => void;
  onImport: () => void;
  onReset: () => void;
  /** True if the exported file has the notes of all accounts. */
  withNotes: boolean;
  onWithNotes: (withNotes: boolean) => void;
}

function SettingsFileButtons({ onExport, onImport, onReset, withNotes, onWithNotes }: SettingsFileButtonsProps) {
  const { settings: words, notes } = useText();
  return (
    <>
      <div className="setting-buttons">
        <button type="button" className="button" onClick={onExport}>
          <Download size={14} aria-hidden="true" />
          {words.exportFile}
        </button>
        <button type="button" className="button" onClick={onImport}>
          <Upload size={14} aria-hidden="true" />
          {words.importFile}
        </button>
        <span className="toolbar-space" />
        <button type="button" className="button button-danger" onClick={onReset}>
          <RotateCcw size={14} aria-hidden="true" />
          {words.reset}
        </button>
      </div>
      <p className="form-hint">{words.fileExplained}</p>
      <CheckField checked={withNotes} onChange={onWithNotes}>
        {notes.inFile}
      </CheckField>
      {withNotes && <p className="form-hint">{notes.inFileExplained}</p>}
    </>
  );
}

function About() {
  const text = useText();
  const words = text.settings;
  const about = useAbout();
  return (
    <div className="setting-about">
      {about && <p>{words.version(about.version, words.hosts[about.host])}</p>}
      <p>{words.readsOnly}</p>
      <button type="button" className="button setting-diagnostics" onClick={() => void copyDiagnostics(text)}>
        <Copy size={14} aria-hidden="true" />
        {words.copyDiagnostics}
      </button>
      <p className="form-hint">{words.diagnosticsExplained}</p>
    </div>
  );
}

function RemoveData({ onRemove }: { onRemove: () => void }) {
  const { commands, settings: words } = useText();
  return (
    <>
      <div className="setting-buttons">
        <button type="button" className="button button-danger" onClick={onRemove}>
          <Trash2 size={14} aria-hidden="true" />
          {commands['remove-data']}
        </button>
      </div>
      <p className="form-hint">{words.removeExplained}</p>
    </>
  );
}

const zoneKinds = ['local', 'utc', 'other'] as const;
type ZoneKind = (typeof zoneKinds)[number];

/** The time zone of all times: the computer's, UTC, or a zone by its name. */
function TimeZoneSetting() {
  const text = useText();
  const timeZone = useSetting('timeZone');
  const change = useChangeSettings();
  const [searching, setSearching] = useState(false);
  const named = timeZone !== 'local' && timeZone !== 'UTC';
  const kind: ZoneKind = searching || named ? 'other' : timeZone === 'UTC' ? 'utc' : 'local';

  const choose = (next: ZoneKind): void => {
    setSearching(next === 'other');
    if (next === 'local') change({ timeZone: 'local' });
    if (next === 'utc') change({ timeZone: 'UTC' });
  };
  return (
    <>
      <div className="setting" data-part="timeZone">
        <span>{text.timeZone.label}</span>
        <Segmented
          label={text.timeZone.label}
          options={zoneKinds.map((value) => ({ value, label: text.timeZone.choices[value] }))}
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
