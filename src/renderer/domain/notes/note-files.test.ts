import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../shared/contract/index.ts';
import type { Note, NotePart } from '../../../shared/contract/notes.ts';
import { questions } from '../../../shared/contract/questions.ts';
import { maxNotesPerPart } from '../../../shared/orders/notes.ts';
import { fail, succeed } from '../../../shared/values/result.ts';

let calls: { channel: string; input: unknown }[];
let respond: (input: never) => unknown;

beforeEach(() => {
  vi.resetModules();
  calls = [];
  const bridge: Bridge = {
    call: async (channel, input) => {
      calls.push({ channel, input });
      const data = respond(input as never);
      return data === null ? fail('storage-failed', 'injected') : succeed(data);
    },
    cancel: () => {},
    subscribe: () => () => {},
  };
  vi.stubGlobal('window', { orderglass: bridge });
});

afterEach(() => vi.unstubAllGlobals());

const note = (id: string, text = 'x'): Note => ({ kind: 'order', id, text });

test('all parts of the notes of each account are read', async () => {
  const { readAllNotes } = await import('./note-files.ts');
  const parts: Record<string, NotePart[]> = {
    a: [
      { notes: [note('1')], next: { kind: 'order', id: '1' } },
      { notes: [note('2')], next: null },
    ],
    b: [{ notes: [], next: null }],
  };
  respond = ({ account }: { account: string }) => parts[account]?.shift();
  const accounts = [
    { id: 'a', name: 'Main' },
    { id: 'b', name: 'Empty' },
  ];
  expect(await readAllNotes(accounts)).toEqual([{ account: 'Main', notes: [note('1'), note('2')] }]);
  expect(calls.map(({ input }) => (input as { from: unknown }).from)).toEqual([null, { kind: 'order', id: '1' }, null]);
  respond = () => null;
  await expect(readAllNotes(accounts)).rejects.toThrow();
});

test('notes are imported in calls that the hosts accept', async () => {
  const { importNotes } = await import('./note-files.ts');
  respond = ({ notes }: { notes: Note[] }) => ({ added: notes.length, same: 0, kept: 0 });
  const notes = [
    ...Array.from({ length: maxNotesPerPart + 1 }, (_, index) => note(String(index))),
    ...Array.from({ length: 300 }, (_, index) => note(`long${index}`, '币'.repeat(2000))),
  ];
  expect(await importNotes('a', notes)).toEqual({ added: notes.length, same: 0, kept: 0 });
  const sent = calls.map(({ input }) => questions.importNotes.input.parse(input).notes);
  expect(sent.flat()).toEqual(notes);
  expect(calls.every(({ input }) => Buffer.byteLength(JSON.stringify(input)) < 1024 * 1024)).toBe(true);
});
