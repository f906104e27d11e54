import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { readAllNotes } from '../../domain/notes/note-files.ts';
import { userFile, userFileName } from '../../domain/notes/user-file.ts';
import { client, failureOf, request } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { offerFile } from '../../platform/start-download.ts';
import { useText } from '../../text/use-text.ts';
import { CheckField } from '../../ui/controls/CheckField.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { failureSentences } from '../../ui/text/failures.ts';

interface RemoveAccountProps {
  account: AccountSummary;
  onRemoved: () => void;
}

const notesChoices = ['save', 'delete'] as const;
type NotesChoice = (typeof notesChoices)[number];

export function RemoveAccount({ account, onRemoved }: RemoveAccountProps) {
  const text = useText();
  const words = text.accounts;
  const [withArchive, setWithArchive] = useState(false);
  const [notesChoice, setNotesChoice] = useState<NotesChoice>('save');
  /** Name of the file with the notes; `null` until it was offered. */
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const {
    data: counted,
    error,
    isPending,
  } = useQuery({
    queryKey: ['notes', account.id, 'count'],
    queryFn: ({ signal }) => request('countNotes', { account: account.id }, signal),
    enabled: withArchive,
    gcTime: 0,
  });
  const notCounted = withArchive ? failureOf(error) : null;
  const notes = withArchive ? (counted?.notes ?? 0) : 0;
  const mustSave = notes > 0 && notesChoice === 'save' && savedAs === null;
  const saveNotes = async (): Promise<void> => {
    try {
      const name = userFileName('notes', Date.now());
      offerFile(name, userFile({}, await readAllNotes([account])));
      setSavedAs(name);
    } catch (error) {
      const failure = failureOf(error as Error);
      if (failure) showNotice(failureSentences(failure, text));
    }
  };
  const reset = (): void => {
    setWithArchive(false);
    setNotesChoice('save');
    setSavedAs(null);
  };
  const keep = useRef<HTMLButtonElement>(null);
  const remove = async (): Promise<void> => {
    const result = await client.removeAccount({ id: account.id, withArchive });
    if (result.ok) {
      showNotice(words.removed(account.name));
      onRemoved();
    } else {
      showNotice(failureSentences(result.error, text));
    }
  };
  return (
    <AlertDialog.Root onOpenChange={reset}>
      <AlertDialog.Trigger className="button button-danger">{words.remove}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested" initialFocus={keep}>
          <AlertDialog.Title className="dialog-title">{words.remove}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">
            {words.removeQuestion(account.name)}
          </AlertDialog.Description>
          <div>
            <CheckField checked={withArchive} onChange={setWithArchive}>
              {words.removeArchive}
            </CheckField>
            <p className="form-hint">{words.removeArchiveExplained}</p>
          </div>
          {notCounted && (
            <p className="form-problem" role="alert">
              {text.sentences(text.notes.removal.notCounted, failureSentences(notCounted, text))}
            </p>
          )}
          {notes > 0 && (
            <div className="remove-notes">
              <p>{text.notes.removal.question(notes)}</p>
              <Segmented
                label={text.notes.removal.question(notes)}
                options={notesChoices.map((value) => ({ value, label: text.notes.removal.choices[value] }))}
                value={notesChoice}
                onChange={setNotesChoice}
              />
              <p className="form-hint" role="status">
                {savedAs !== null && notesChoice === 'save' ? text.notes.removal.saved(savedAs) : ''}
              </p>
            </div>
          )}
          <footer className="dialog-footer">
            <AlertDialog.Close ref={keep} className="button">
              {words.removeNo}
            </AlertDialog.Close>
            {mustSave ? (
              <button type="button" className="button button-main" onClick={() => void saveNotes()}>
                {text.notes.removal.save}
              </button>
            ) : (
              <AlertDialog.Close
                className="button button-danger"
                disabled={withArchive && isPending}
                onClick={() => void remove()}
              >
                {words.removeYes}
              </AlertDialog.Close>
            )}
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
