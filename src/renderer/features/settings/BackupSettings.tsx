import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import type { Additions, RestorePreview } from '../../../shared/contract/backup.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { chooseFile } from '../../platform/choose-file.ts';
import { client, failureOf, request } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { startDownload } from '../../platform/start-download.ts';
import { offerUndo } from '../../platform/undo.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { CheckField } from '../../ui/controls/CheckField.tsx';
import { failureSentences } from '../../ui/text/failures.ts';

/** Length of a part of a file in bytes. Its base64 fits into a call. */
const partLength = 500_000;
/** Milliseconds between two looks for the latest weekly backup. */
const refetchMs = 5000;

/** A file that the user has chosen, and what it would add. */
export interface ChosenBackup {
  readonly name: string;
  readonly id: string;
  readonly preview: RestorePreview;
}

interface BackupButtonsProps {
  onBackUp: () => void;
  onRestore: () => void;
}

export function BackupSettings({ onBackUp, onRestore }: BackupButtonsProps) {
  const words = useText().settings.backup;
  const weekly = useSetting('weeklyBackup');
  const change = useChangeSettings();
  const { data } = useQuery({
    queryKey: ['weekly-backups', weekly],
    queryFn: ({ signal }) => request('readWeeklyBackups', {}, signal),
    refetchInterval: weekly ? refetchMs : false,
  });
  const latest = data?.days[0];
  return (
    <>
      <div className="setting-buttons">
        <button type="button" className="button" onClick={onBackUp}>
          <Archive size={14} aria-hidden="true" />
          {words.backUp}
        </button>
        <button type="button" className="button" onClick={onRestore}>
          <ArchiveRestore size={14} aria-hidden="true" />
          {words.restore}
        </button>
      </div>
      <p className="form-hint">{words.explained}</p>
      <CheckField checked={weekly} onChange={(checked) => change({ weeklyBackup: checked })}>
        {data?.folder ? words.weeklyInto(data.folder) : words.weekly}
      </CheckField>
      {latest !== undefined && <p className="form-hint">{words.latest(latest)}</p>}
    </>
  );
}

/** Writes a backup to a place that the user chooses, and says where it is. */
export async function backUp(text: Text): Promise<void> {
  const words = text.settings.backup;
  const result = await client.writeBackup({});
  if (!result.ok) {
    showNotice(failureSentences(result.error, text));
    return;
  }
  if (result.data === null) return;
  const { place } = result.data;
  if (place.kind === 'download') startDownload(place.address, place.name);
  showNotice(words.written(place.kind === 'file' ? place.path : place.name));
}

/** Lets the user choose a backup, and reads what it would add. Changes nothing. */
export function chooseBackup(text: Text, onRead: (file: ChosenBackup) => void): void {
  chooseFile('.zip,application/zip', (file) => void readBackup(file, text, onRead));
}

async function readBackup(file: File, text: Text, onRead: (file: ChosenBackup) => void): Promise<void> {
  const id = crypto.randomUUID();
  try {
    for (let from = 0; from === 0 || from < file.size; from += partLength) {
      const part = await base64Of(file.slice(from, from + partLength));
      await request('handOverBackup', { id, isFirst: from === 0, part });
    }
    onRead({ name: file.name, id, preview: await request('previewRestore', { id }) });
  } catch (error) {
    const failure = failureOf(error as Error);
    if (failure) showNotice(failureSentences(failure, text));
  }
}

async function base64Of(part: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result)));
  reader.addEventListener('error', () => reject(reader.error));
  reader.readAsDataURL(part);
  const address = await promise;
  return address.slice(address.indexOf(',') + 1);
}

interface RestoreQuestionProps {
  /** `null` while the question is closed. */
  file: ChosenBackup | null;
  onClose: () => void;
}

/** Shows what a backup would add. Nothing changes before the user confirms. */
export function RestoreQuestion({ file, onClose }: RestoreQuestionProps) {
  return (
    <AlertDialog.Root open={file !== null} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested">
          {file !== null && <Question file={file} onClose={onClose} />}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Question({ file: { name, id, preview }, onClose }: { file: ChosenBackup; onClose: () => void }) {
  const text = useText();
  const words = text.settings.backup;
  const zone = useTimeZone();
  const [isRunning, setRunning] = useState(false);
  if (preview.kind === 'refused') {
    return (
      <>
        <AlertDialog.Title className="dialog-title">{words.refusedTitle}</AlertDialog.Title>
        <div className="import-body">
          <AlertDialog.Description className="dialog-text">
            {words.refused[preview.reason](name)}
          </AlertDialog.Description>
          <p className="dialog-text">{text.settings.refusedNothing}</p>
        </div>
        <footer className="dialog-footer">
          <AlertDialog.Close className="button">{text.settings.close}</AlertDialog.Close>
        </footer>
      </>
    );
  }
  const { adds, createdAt, program } = preview;
  const lines = additionLines(adds, text);
  const restore = async (): Promise<void> => {
    setRunning(true);
    const result = await client.restoreBackup({ id });
    onClose();
    if (!result.ok) showNotice(failureSentences(result.error, text));
    else offerUndo(words.done, () => void takeBack(text));
  };
  return (
    <>
      <AlertDialog.Title className="dialog-title">{words.title}</AlertDialog.Title>
      <div className="import-body">
        <AlertDialog.Description className="dialog-text">
          {lines.length > 0
            ? words.adds(name, formatTimestamp(createdAt, zone), program)
            : words.addsNothing(name, formatTimestamp(createdAt, zone))}
        </AlertDialog.Description>
        <ul className="import-list">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {lines.length > 0 && <p className="dialog-text">{words.stays}</p>}
        {adds.accounts.length > 0 && <p className="dialog-text">{words.keysAreMissing}</p>}
        {adds.leftOut > 0 && <p className="dialog-text">{words.leftOut(adds.leftOut)}</p>}
      </div>
      <footer className="dialog-footer">
        <AlertDialog.Close className="button">
          {lines.length > 0 ? text.settings.cancel : text.settings.close}
        </AlertDialog.Close>
        {lines.length > 0 && (
          <button type="button" className="button button-main" disabled={isRunning} onClick={() => void restore()}>
            {words.yes}
          </button>
        )}
      </footer>
    </>
  );
}

async function takeBack(text: Text): Promise<void> {
  const result = await client.undoRestore({});
  showNotice(result.ok ? text.settings.backup.undone : failureSentences(result.error, text));
}

/** Returns a line for each kind of things that a backup adds. */
function additionLines({ accounts, notes, alerts, orders, plans, settings }: Additions, text: Text): string[] {
  const { counts } = text.settings.backup;
  return [
    ...(accounts.length > 0 ? [counts.accounts(text.enumerated(accounts))] : []),
    ...(notes > 0 ? [counts.notes(notes)] : []),
    ...(alerts > 0 ? [counts.alerts(alerts)] : []),
    ...(orders > 0 ? [counts.orders(orders)] : []),
    ...(plans > 0 ? [counts.plans(plans)] : []),
    ...(settings.length > 0 ? [counts.settings(settings.length)] : []),
  ];
}
