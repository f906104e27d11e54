import { useSelector } from '@tanstack/react-store';
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cleanNote, maxNoteLength, type NoteKind } from '../../../shared/orders/notes.ts';
import { offerUndo } from '../../platform/undo.ts';
import { useText } from '../../text/use-text.ts';
import { failureSentences } from '../../ui/text/failures.ts';
import {
  draftOf,
  isTooLong,
  type NoteDraft,
  type NoteTarget,
  noteToWrite,
  saveAllDrafts,
  saveDraft,
  targetName,
  typeNote,
  useTags,
} from './notes.ts';
import { offeredTags, typedTagAt, withTag } from './tag-input.ts';
import './notes.css';

/** Longest time (ms) until a row shows a note that was saved. */
const rowDelayMs = 10_000;

interface NoteFieldProps {
  account: string;
  kind: NoteKind;
  rowKey: string;
  /** The stored note; '' for none. */
  note: string;
}

/** The user's note on a row. It is saved when the user leaves the field or presses Ctrl+Enter. */
export function NoteField({ account, kind, rowKey, note }: NoteFieldProps) {
  const text = useText();
  const target = useMemo((): NoteTarget => ({ account, kind, key: rowKey }), [account, kind, rowKey]);
  const store = draftOf(target);
  const draft = useSelector(store);
  const shown = draft?.text ?? note;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const tags = useTagOffer(account, area, shown, (next) => typeNote(target, next, note));
  const onRemoved = useCallback((restore: () => void): void => void offerUndo(text.notes.removed, restore), [text]);
  const save = (): void => void saveDraft(target, onRemoved);

  const isWanted = useSelector(noteToWrite) === targetName(target);
  useLayoutEffect(() => {
    if (!isWanted) return;
    noteToWrite.set(null);
    // In a microtask, because the menu that led here gives the focus back in an earlier one.
    queueMicrotask(() => area.current?.focus());
  }, [isWanted]);
  // The panel can be closed, or show another row, while the field has the focus.
  useEffect(() => () => void saveDraft(target, onRemoved), [target, onRemoved]);
  useEffect(() => {
    window.addEventListener('pagehide', saveAllDrafts);
    return () => window.removeEventListener('pagehide', saveAllDrafts);
  }, []);
  // A saved draft is shown until the row has its text, and then only until the row has another one.
  const shownNote = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = shownNote.current === null;
    shownNote.current = note;
    const known = store.get();
    if (known?.state !== 'saved') return;
    const isShown = known.text === note;
    if (isFirst ? isShown || performance.now() - (known.savedAt ?? 0) > rowDelayMs : !isShown) store.set(null);
  }, [store, note]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) {
      // Escape ends the composition, and does not close the details.
      event.stopPropagation();
      return;
    }
    if (tags.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  };
  return (
    <section className="note" aria-label={text.notes.title}>
      <label className="note-label" htmlFor={id}>
        {text.notes.title}
      </label>
      <textarea
        ref={area}
        id={id}
        className="note-area"
        rows={2}
        // A longer note is named as too long.
        maxLength={2 * maxNoteLength}
        dir="auto"
        // A spelling check of the browser may send the text to a server.
        spellCheck={false}
        placeholder={text.notes.placeholder}
        aria-invalid={isTooLong(shown) || undefined}
        aria-describedby={`${id}-state`}
        aria-autocomplete="list"
        aria-controls={tags.offered.length > 0 ? `${id}-tags` : undefined}
        aria-activedescendant={tags.offered.length > 0 ? `${id}-tag-${tags.chosen}` : undefined}
        value={shown}
        onChange={(event) => {
          typeNote(target, event.target.value, note);
          tags.onCaret(event.target);
        }}
        onSelect={(event) => tags.onCaret(event.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          tags.close();
          save();
        }}
      />
      {tags.offered.length > 0 && (
        <div className="note-tags" role="listbox" id={`${id}-tags`} aria-label={text.notes.tags}>
          {tags.offered.map((tag, index) => (
            <div
              key={tag}
              id={`${id}-tag-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === tags.chosen}
              className="note-tag"
              // Before the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                tags.accept(tag);
              }}
            >
              #{tag}
            </div>
          ))}
        </div>
      )}
      <div id={`${id}-state`} className="note-state" role="status">
        <NoteState draft={draft} shown={shown} onSave={save} onDiscard={() => store.set(null)} />
      </div>
    </section>
  );
}

interface NoteStateProps {
  draft: NoteDraft | null;
  shown: string;
  onSave: () => void;
  onDiscard: () => void;
}

/** Says if the text is saved, and what the user can do if it could not be. */
function NoteState({ draft, shown, onSave, onDiscard }: NoteStateProps) {
  const text = useText();
  const words = text.notes;
  if (isTooLong(shown)) return <p className="note-problem">{words.tooLong(cleanNote(shown).length)}</p>;
  switch (draft?.state) {
    case 'saving':
      return <p className="form-hint">{words.saving}</p>;
    case 'saved':
      return <p className="form-hint">{draft.text === '' ? words.removed : words.saved}</p>;
    case 'failed':
      return (
        <>
          <p className="note-problem">
            {text.sentences(words.failed, draft.failure ? failureSentences(draft.failure, text) : '')}
          </p>
          <button type="button" className="button" onClick={onSave}>
            {words.retry}
          </button>
        </>
      );
    case 'changed':
      return (
        <>
          <p className="note-problem">{draft.before === '' ? words.removedElsewhere : words.changedElsewhere}</p>
          {draft.before !== '' && <blockquote className="note-other">{draft.before}</blockquote>}
          <button type="button" className="button" onClick={onSave}>
            {words.saveMine}
          </button>
          <button type="button" className="button" onClick={onDiscard}>
            {words.discardMine}
          </button>
        </>
      );
    default:
      return <p className="form-hint">{draft === null ? '' : words.typing}</p>;
  }
}

/** The tags that the field offers while the user types one. */
function useTagOffer(
  account: string,
  area: { readonly current: HTMLTextAreaElement | null },
  shown: string,
  onText: (text: string) => void,
) {
  /** The start of a tag before the caret; `null` if the user types none, or has closed the list. */
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const caretAfter = useRef<number | null>(null);
  const tags = useTags(account, null, typed !== null);
  const offered = typed === null ? [] : offeredTags(tags, typed);
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });
  const close = (): void => setTyped(null);
  const accept = (tag: string): void => {
    const caret = area.current?.selectionStart ?? shown.length;
    const next = withTag(shown, caret, typedTagAt(shown, caret) ?? '', tag);
    caretAfter.current = next.caret;
    onText(next.text);
    close();
  };
  const onCaret = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void => {
    const next = selectionStart === selectionEnd ? typedTagAt(value, selectionStart) : null;
    if (next === typed) return;
    // The list stays closed until another letter is typed.
    setTyped(next);
    setChosen(0);
  };
  /** Returns true if the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const tag = offered[chosen];
    if (tag === undefined) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((chosen + step + offered.length) % offered.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      accept(tag);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offered, chosen, close, accept, onCaret, onKeyDown };
}
