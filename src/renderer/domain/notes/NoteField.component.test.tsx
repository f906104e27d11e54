import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NoteOutcome } from '../../../shared/contract/notes.ts';
import { fail, type Result, succeed } from '../../../shared/values/result.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { UndoToast } from '../../ui/screen/UndoToast.tsx';
import { NoteField } from './NoteField.tsx';

const field = page.getByRole('textbox', { name: 'Note', exact: true });
const note = page.getByRole('region', { name: 'Note' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
let tests = 0;

/** Shows the field of a note that is stored as `before`. Notes outlive their field, so each test has a row of its own. */
async function showField(before: string, save?: () => Result<NoteOutcome>): Promise<Rendered> {
  const shown = (
    <>
      <NoteField account="demo" kind="order" rowKey={`isolated:${tests++}`} note={before} />
      <UndoToast />
    </>
  );
  const rendered = render(shown, {
    answers: {
      readTags: () =>
        succeed([
          { tag: 'fomo-entry', notes: 3 },
          { tag: 'late', notes: 1 },
        ]),
      saveNote: ({ text }) => (save ?? (() => succeed({ outcome: 'saved', text })))(),
    },
  });
  await expect.element(field).toHaveValue(before);
  return rendered;
}

it('offers the tags of other notes, which the keyboard completes', async () => {
  const { host } = await showField('');
  await field.click();
  await press('again #fo');
  await expect.element(note.getByRole('option', { name: '#fomo-entry' })).toBeVisible();
  await expectAccessible(note.element());
  await press('{Enter}');
  await expect.element(field).toHaveValue('again #fomo-entry ');
  await press('{Control>}{Enter}{/Control}');
  await expect.element(note.getByRole('status')).toMatchTextContent('Saved on this computer');
  expect(host.callsOf('saveNote')).toMatchObject([{ text: 'again #fomo-entry', before: '' }]);
});

it('saves a note that the user leaves, and no text that is too long', async () => {
  const { host } = await showField('');
  await field.fill('x'.repeat(2001));
  await press('{Control>}{Enter}{/Control}');
  await expect.element(note).toMatchTextContent('2,001 of 2,000 characters. Shorten the note to save it.');
  expect(host.callsOf('saveNote')).toEqual([]);
  await press('{Backspace}{Tab}');
  await expect.poll(() => host.callsOf('saveNote').map(({ text }) => text)).toEqual(['x'.repeat(2000)]);
});

it('keeps what was typed if it cannot be saved, or if another page has changed the note', async () => {
  let answer: Result<NoteOutcome> = fail('storage-failed', 'The disk is full.');
  const { host } = await showField('before', () => answer);
  await field.fill('mine');
  await press('{Control>}{Enter}{/Control}');
  await expect.element(note.getByRole('button')).toBeVisible();
  await expect.element(field).toHaveValue('mine');
  answer = succeed({ outcome: 'changed', text: 'theirs' });
  await note.getByRole('button').click();
  await expect.element(note.getByRole('blockquote')).toMatchTextContent('theirs');
  await expect.element(field).toHaveValue('mine');
  await expectAccessible(note.element());
  answer = succeed({ outcome: 'saved', text: 'mine' });
  await note.getByRole('button').first().click();
  await expect.element(note.getByRole('status')).toMatchTextContent('Saved on this computer');
  expect(host.callsOf('saveNote').map(({ before }) => before)).toEqual(['before', 'before', 'theirs']);
});

it('brings a deleted note back with Undo', async () => {
  const { host } = await showField('to be kept #backup');
  await field.fill('');
  await press('{Control>}{Enter}{/Control}');
  await expect.element(note.getByRole('status')).toMatchTextContent('Note deleted');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(field).toHaveValue('to be kept #backup');
  expect(host.callsOf('saveNote').map(({ text, before }) => [text, before])).toEqual([
    ['', 'to be kept #backup'],
    ['to be kept #backup', ''],
  ]);
});
