import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useCallback, useState } from 'react';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { exportedNames, transferOf } from '../../../shared/settings/settings.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { importNotes } from '../../domain/notes/note-files.ts';
import type { AccountNotes } from '../../domain/notes/user-file.ts';
import { failureOf } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { currentSettings, replaceSettings } from '../../platform/settings/settings.ts';
import { offerUndo } from '../../platform/undo.ts';
import { useText } from '../../text/use-text.ts';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import { failureSentences } from '../../ui/text/failures.ts';
import type { SettingsReading } from './read-settings-file.ts';
import { type ImportedFile, loadReader } from './transfer-settings.ts';

interface ImportQuestionProps {
  /** `null` while the question is closed. */
  file: ImportedFile | null;
  onClose: () => void;
}

/**
 * Shows what an imported file would change and what it contains that is unknown. Nothing changes before the user
 * confirms.
 */
export function ImportQuestion({ file, onClose }: ImportQuestionProps) {
  return (
    <AlertDialog.Root open={file !== null} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested">
          {file?.reading.kind === 'understood' && (
            <Understood name={file.name} reading={file.reading} onClose={onClose} />
          )}
          {file?.reading.kind === 'refused' && <Refused name={file.name} reading={file.reading} />}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface UnderstoodProps {
  name: string;
  reading: Extract<SettingsReading, { kind: 'understood' }>;
  onClose: () => void;
}

function Understood({ name, reading: { change, differs, leftOut, notes }, onClose }: UnderstoodProps) {
  const text = useText();
  const words = text.settings;
  const replace = useReplaceSettings();
  const accounts = useAccounts().data ?? [];
  const [targets, setTargets] = useState(() =>
    notes.map(({ account }) => accounts.find((each) => each.name === account)?.id ?? null),
  );
  const hasSettings = differs.length > 0;
  const changes = hasSettings || targets.some((target) => target !== null);
  const run = async (): Promise<void> => {
    if (hasSettings && !(await replace(change, words.importDone))) {
      onClose();
      return;
    }
    const chosen = notes.flatMap((part, index) => {
      const target = targets[index] ?? null;
      return target === null ? [] : { target, notes: part.notes };
    });
    try {
      const sums = { added: 0, kept: 0 };
      for (const { target, notes: list } of chosen) {
        const { added, kept } = await importNotes(target, list);
        sums.added += added;
        sums.kept += kept;
      }
      if (chosen.length > 0) showNotice(text.notes.imported(sums.added, sums.kept));
    } catch (error) {
      const failure = failureOf(error as Error);
      if (failure) showNotice(text.sentences(text.notes.notImported, failureSentences(failure, text)));
    }
    onClose();
  };
  return (
    <>
      <AlertDialog.Title className="dialog-title">{words.importTitle}</AlertDialog.Title>
      <div className="import-body">
        <AlertDialog.Description className="dialog-text">
          {hasSettings
            ? words.importChanges(name)
            : notes.length > 0
              ? text.notes.importOnly(name)
              : words.importSame(name)}
        </AlertDialog.Description>
        {hasSettings && (
          <ul className="import-list">
            {differs.map((part) => (
              <li key={part}>{words.names[part]}</li>
            ))}
          </ul>
        )}
        {notes.length > 0 && <ImportNotes notes={notes} targets={targets} onChange={setTargets} />}
        {leftOut.length > 0 && (
          <>
            <p className="dialog-text">{words.importLeftOut}</p>
            <NamesOfFile names={leftOut} />
          </>
        )}
      </div>
      <footer className="dialog-footer">
        <AlertDialog.Close className="button">{changes ? words.cancel : words.close}</AlertDialog.Close>
        {changes && (
          <button type="button" className="button button-main" onClick={() => void run()}>
            {words.importYes}
          </button>
        )}
      </footer>
    </>
  );
}

interface RefusedProps {
  name: string;
  reading: Extract<SettingsReading, { kind: 'refused' }>;
}

function Refused({ name, reading: { reason, wrong } }: RefusedProps) {
  const words = useText().settings;
  return (
    <>
      <AlertDialog.Title className="dialog-title">{words.refusedTitle}</AlertDialog.Title>
      <div className="import-body">
        <AlertDialog.Description className="dialog-text">{words.refused[reason](name)}</AlertDialog.Description>
        {wrong.length > 0 && <NamesOfFile names={wrong} />}
        <p className="dialog-text">{words.refusedNothing}</p>
      </div>
      <footer className="dialog-footer">
        <AlertDialog.Close className="button">{words.close}</AlertDialog.Close>
      </footer>
    </>
  );
}

const maxNames = 8;
const maxNameLength = 80;

/** Names as written in the file, so that the user finds them there. Long names and long lists are cut. */
function NamesOfFile({ names }: { names: readonly string[] }) {
  const words = useText().settings;
  const more = names.length - maxNames;
  return (
    <ul className="import-list">
      {names.slice(0, maxNames).map((name) => (
        <li key={name}>
          <code>{name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name}</code>
        </li>
      ))}
      {more > 0 && <li>{words.importMore(more)}</li>}
    </ul>
  );
}

export function ResetQuestion({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText();
  const words = text.settings;
  const replace = useReplaceSettings();
  const namesOf = (transfer: 'reset' | 'kept'): string[] =>
    exportedNames.filter((name) => transferOf(name) === transfer).map((name) => words.names[name]);
  const reset = async (): Promise<void> => {
    const reader = await loadReader(text);
    if (reader) {
      const change = reader.resetChange();
      const before = Object.entries(currentSettings()).filter(([name]) => name in change);
      const isReset = await replace(change, words.resetDone);
      if (isReset) offerUndo(words.resetDone, () => void replace(Object.fromEntries(before), words.resetUndone));
    }
    onClose();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested">
          <AlertDialog.Title className="dialog-title">{words.resetTitle}</AlertDialog.Title>
          <div className="import-body">
            <AlertDialog.Description className="dialog-text">{words.resetExplained}</AlertDialog.Description>
            <PartsOfSettings names={namesOf('reset')} />
            <p className="dialog-text">{words.resetStays}</p>
            <PartsOfSettings names={[text.accounts.title, words.fees.title, words.updates.label, ...namesOf('kept')]} />
          </div>
          <footer className="dialog-footer">
            <AlertDialog.Close className="button">{words.cancel}</AlertDialog.Close>
            <button type="button" className="button button-danger" onClick={() => void reset()}>
              {words.resetYes}
            </button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function PartsOfSettings({ names }: { names: readonly string[] }) {
  return (
    <ul className="import-list reset-list">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** Returns the function that replaces many settings together and shows a notice: `done`, or the failure. Resolves with true if the settings were replaced. */
function useReplaceSettings(): (change: SettingsChange, done: string) => Promise<boolean> {
  const text = useText();
  return useCallback(
    async (change, done) => {
      const result = await replaceSettings(change);
      showNotice(result.ok ? done : failureSentences(result.error, text));
      return result.ok;
    },
    [text],
  );
}

/** Stands for no account. The IDs of accounts are others. */
const noAccount = 'none';

interface ImportNotesProps {
  notes: readonly AccountNotes[];
  /** For each part of the notes, the ID of the account that gets them; `null` for none. */
  targets: readonly (string | null)[];
  onChange: (targets: (string | null)[]) => void;
}

/** The notes of a file, and the accounts that the user chooses for them. */
function ImportNotes({ notes, targets, onChange }: ImportNotesProps) {
  const words = useText().notes;
  const accounts = useAccounts().data ?? [];
  const options = [
    { value: noAccount, label: words.importNot },
    ...accounts.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <section className="import-notes" aria-label={words.title}>
      {notes.map(({ account, notes: list }, index) => (
        <div key={account} className="setting">
          <span>{words.importOf(list.length, account)}</span>
          <SelectOne
            label={words.importInto(account)}
            options={options}
            value={targets[index] ?? noAccount}
            onChange={(target) => onChange(targets.with(index, target === noAccount ? null : target))}
            className="button"
          />
        </div>
      ))}
      <p className="form-hint">{words.importExplained}</p>
    </section>
  );
}
