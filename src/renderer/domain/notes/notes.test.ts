import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../shared/contract/index.ts';
import type { NoteOutcome } from '../../../shared/contract/notes.ts';
import { maxNoteLength } from '../../../shared/orders/notes.ts';
import { fail, type Result, succeed } from '../../../shared/values/result.ts';

const target = { account: 'demo', kind: 'order', key: 'cross:1' } as const;
let sent: { input: unknown; respond: (result: Result<NoteOutcome>) => void }[];

beforeEach(() => {
  vi.resetModules();
  sent = [];
  const bridge: Bridge = {
    call: (_channel, input) => new Promise<Result<unknown>>((respond) => sent.push({ input, respond })),
    cancel: () => {},
    subscribe: () => () => {},
  };
  vi.stubGlobal('window', { orderglass: bridge });
});

afterEach(() => vi.unstubAllGlobals());

test('a text that could not be saved stays, and is saved by the next attempt', async () => {
  const { draftOf, saveDraft, typeNote } = await import('./notes.ts');
  const draft = draftOf(target);
  typeNote(target, ' late #fomo ', '');
  const first = saveDraft(target);
  expect(draft.get()).toMatchObject({ text: ' late #fomo ', state: 'saving' });
  sent[0]?.respond(fail('storage-failed', 'injected'));
  await first;
  expect(draft.get()).toMatchObject({ text: ' late #fomo ', state: 'failed', failure: { code: 'storage-failed' } });
  const second = saveDraft(target);
  sent[1]?.respond(succeed({ outcome: 'saved', text: 'late #fomo' }));
  await second;
  expect(sent.map(({ input }) => input)).toEqual([
    { ...target, text: 'late #fomo', before: '' },
    { ...target, text: 'late #fomo', before: '' },
  ]);
  expect(draft.get()).toMatchObject({ text: 'late #fomo', state: 'saved' });
});

test('what is typed while a text is being saved is saved after it', async () => {
  const { draftOf, saveDraft, typeNote } = await import('./notes.ts');
  typeNote(target, 'late', '');
  const saving = saveDraft(target);
  typeNote(target, 'late entry', '');
  await saveDraft(target);
  expect(sent).toHaveLength(1);
  sent[0]?.respond(succeed({ outcome: 'saved', text: 'late' }));
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]?.input).toEqual({ ...target, text: 'late entry', before: 'late' });
  sent[1]?.respond(succeed({ outcome: 'saved', text: 'late entry' }));
  await saving;
  expect(draftOf(target).get()?.state).toBe('saved');
});

test('a note that was changed meanwhile is only overwritten by a second save', async () => {
  const { draftOf, saveDraft, typeNote } = await import('./notes.ts');
  typeNote(target, 'mine', 'old');
  const first = saveDraft(target);
  sent[0]?.respond(succeed({ outcome: 'changed', text: 'theirs' }));
  await first;
  expect(draftOf(target).get()).toEqual({ text: 'mine', before: 'theirs', state: 'changed' });
  void saveDraft(target);
  expect(sent[1]?.input).toMatchObject({ text: 'mine', before: 'theirs' });
});

test('a text that is too long or unchanged is not sent', async () => {
  const { draftOf, saveDraft, typeNote } = await import('./notes.ts');
  typeNote(target, 'x'.repeat(maxNoteLength + 1), '');
  await saveDraft(target);
  expect(draftOf(target).get()?.text).toHaveLength(maxNoteLength + 1);
  typeNote(target, ' ', '');
  await saveDraft(target);
  expect(draftOf(target).get()).toBeNull();
  expect(sent).toEqual([]);
});

test('tags that are being read while a note is saved are read again', async () => {
  const { QueryObserver } = await import('@tanstack/react-query');
  const { queryClient } = await import('../../platform/query-client.ts');
  const { acceptNotes } = await import('./notes.ts');
  const reads: PromiseWithResolvers<string[]>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['notes', 'demo', 'tags', null],
    queryFn: () => {
      const read = Promise.withResolvers<string[]>();
      reads.push(read);
      return read.promise;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => {});
  acceptNotes({ account: 'demo' });
  reads[0]?.resolve([]);
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.resolve(['fomo-entry']);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(['fomo-entry']));
  stop();
});
