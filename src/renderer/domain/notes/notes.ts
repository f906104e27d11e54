import { useQuery } from '@tanstack/react-query';
import { type Atom, createAtom } from '@tanstack/react-store';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { EventOf } from '../../../shared/contract/index.ts';
import type { TagCount } from '../../../shared/contract/notes.ts';
import { accountsIn, isJoint } from '../../../shared/orders/joint.ts';
import { cleanNote, maxNoteLength, type NoteKind } from '../../../shared/orders/notes.ts';
import { client, request } from '../../platform/client.ts';
import { pushedByHost, queryClient, readAgain } from '../../platform/query-client.ts';

/** The row or the trade that a note belongs to. */
export interface NoteTarget {
  account: string;
  kind: NoteKind;
  key: string;
}

/** A note that the user is typing, or has typed. */
export interface NoteDraft {
  text: string;
  /** The stored note that the text replaces. */
  before: string;
  /** `changed`: the stored note is another one than `before`. */
  state: 'typing' | 'saving' | 'saved' | 'failed' | 'changed';
  /** Why the text could not be saved. */
  failure?: Failure;
  /** When the text was saved, in monotonic milliseconds. */
  savedAt?: number;
}

/** Drafts by target, a store for each, so that a key draws one field. A draft whose text is not saved stays until the user saves or removes it. */
const drafts = new Map<string, Atom<NoteDraft | null>>();

/** Name of the target whose field takes the focus as soon as it is shown. */
export const noteToWrite = createAtom<string | null>(null);

/** Returns equal names for equal targets. */
export function targetName({ account, kind, key }: NoteTarget): string {
  return JSON.stringify([account, kind, key]);
}

export function draftOf(target: NoteTarget): Atom<NoteDraft | null> {
  const name = targetName(target);
  const draft = drafts.get(name) ?? createAtom<NoteDraft | null>(null);
  drafts.set(name, draft);
  return draft;
}

/** Keeps what the user types. `stored`: the note that the row shows. */
export function typeNote(target: NoteTarget, text: string, stored: string): void {
  const draft = draftOf(target);
  const last = draft.get();
  const before = last === null ? stored : last.state === 'saved' ? last.text : last.before;
  draft.set({ text, before, state: 'typing' });
}

/** True if the text is too long to be saved. */
export function isTooLong(text: string): boolean {
  return cleanNote(text).length > maxNoteLength;
}

/** Drafts that are being saved. Not a state of theirs, because one that is typed on meanwhile is typed and saved at the same time. */
const inFlight = new WeakSet<Atom<NoteDraft | null>>();

/**
 * Saves the draft, if there is one. A draft that changes meanwhile is saved again. `onRemoved` gets the function that
 * saves the earlier note again, if the draft has removed it.
 */
export async function saveDraft(target: NoteTarget, onRemoved?: (restore: () => void) => void): Promise<void> {
  const draft = draftOf(target);
  const sent = draft.get();
  if (sent === null || sent.state === 'saved' || inFlight.has(draft) || isTooLong(sent.text)) return;
  const text = cleanNote(sent.text);
  if (text === sent.before) {
    draft.set(null);
    return;
  }
  draft.set({ text: sent.text, before: sent.before, state: 'saving' });
  inFlight.add(draft);
  const result = await client.saveNote({ ...target, text, before: sent.before });
  inFlight.delete(draft);
  const now = draft.get();
  if (now === null) return;
  if (!result.ok) {
    draft.set({ ...now, state: 'failed', failure: result.error });
  } else if (result.data.outcome === 'changed') {
    draft.set({ ...now, before: result.data.text, state: 'changed' });
  } else if (now.text === sent.text) {
    draft.set({ text, before: text, state: 'saved', savedAt: performance.now() });
    if (text === '') onRemoved?.(() => restoreNote(target, sent.before));
  } else {
    draft.set({ text: now.text, before: text, state: 'typing' });
    await saveDraft(target, onRemoved);
  }
}

/** Saves a removed note again, unless there is another one by now. */
function restoreNote(target: NoteTarget, text: string): void {
  const draft = draftOf(target);
  const { state } = draft.get() ?? { state: 'saved' };
  if (state !== 'saved') return;
  draft.set({ text, before: '', state: 'typing' });
  void saveDraft(target);
}

/** Saves every draft, because the page is about to close. */
export function saveAllDrafts(): void {
  for (const [name, draft] of drafts) {
    if (draft.get()?.state !== 'typing') continue;
    const [account, kind, key] = JSON.parse(name) as [string, NoteKind, string];
    void saveDraft({ account, kind, key });
  }
}

/** The tags of an account, or of a joint archive, those of the most notes first. Read while `enabled`. */
export function useTags(account: string, kind: NoteKind | null, enabled: boolean): readonly TagCount[] {
  const { data } = useQuery({
    queryKey: ['notes', account, 'tags', kind],
    queryFn: ({ signal }) => request('readTags', { account, ...(kind === null ? {} : { kind }) }, signal),
    enabled,
    ...pushedByHost,
  });
  return data ?? noTags;
}

const noTags: readonly TagCount[] = [];

export function acceptNotes({ account }: EventOf<'notesChanged'>): void {
  void readAgain(['notes', account]);
  // The tags of joint archives.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [subject, archive] }) =>
      subject === 'notes' && typeof archive === 'string' && isJoint(archive) && accountsIn(archive).includes(account),
  });
}
