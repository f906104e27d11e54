import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startDemoExchange } from '../../demo-exchange/index.ts';
import type { Note, NotePosition } from '../../shared/contract/notes.ts';
import { maxNotesPerPart } from '../../shared/orders/notes.ts';
import { type Program, programs } from './testing/program.ts';

const {
  place,
  exchange: startExchange,
  start,
} = programs(startDemoExchange, {
  orders: 20,
  plans: 5,
  openPlans: 2,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
});

const secret = 'only-in-the-archive';

async function allNotes(program: Program, account: string): Promise<Note[]> {
  const notes: Note[] = [];
  for (let from: NotePosition | null | undefined; from !== null; ) {
    const part: { notes: Note[]; next: NotePosition | null } = await program.ask('listNotes', {
      account,
      from: from ?? null,
    });
    notes.push(...part.notes);
    from = part.next;
  }
  return notes;
}

test('a note is reported to the pages, is not sent to the exchange, and is in no file but the archive and its journal', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  await program.complete(account);
  const { rows } = await program.ask('readOrderHistory', {
    account,
    filter: {},
    sort: [],
    zone: 'UTC',
    from: 0,
    count: 1,
  });
  const key = rows[0]?.key ?? '';
  const version = (await program.state(account)).version;
  await program.ask('saveNote', { account, kind: 'order', key, text: `${secret} #tag`, before: '' });
  expect(program.events).toContainEqual({ name: 'notesChanged', data: { account } });
  await expect.poll(async () => (await program.state(account)).version).toBeGreaterThan(version);
  const results = await program.ask('readResults', { account, filter: {}, zone: 'UTC' });
  expect(results.tags).toMatchObject([{ tag: 'tag', count: 1 }]);
  await program.fail('saveNote', { account, kind: 'trade', key: 'cross:none', text: secret, before: '' });
  await program.fail('saveNote', { account, kind: 'order', key, text: secret.repeat(500), before: '' });
  for (const empty of [':', 'cross:']) {
    expect(await program.fail('saveNote', { account, kind: 'order', key: empty, text: 'x', before: '' })).toMatchObject(
      {
        code: 'invalid-input',
      },
    );
  }
  await program.ask('syncHistory', { account, list: 'order-history', action: 'refresh' });
  await program.complete(account);
  expect(JSON.stringify(exchange.traffic.recent())).not.toContain(secret);
  expect((await program.ask('readDiagnostics', {})).text).not.toContain(secret);
  const files = await readdir(place.folder, { recursive: true, withFileTypes: true });
  const places = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
  const holding = places.filter((name) => readFileSync(name).includes(secret));
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((name) => !name.startsWith(path.join(place.data, 'archives')))).toEqual([]);
});

test('notes are listed in parts, also those in the archives of earlier keys, and imported again', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  const save = (key: string, text: string) =>
    program.ask('saveNote', { account, kind: 'order', key: `cross:${key}`, text, before: '' });
  await save('1', 'with the first key');
  const other = { token: 'other-token-0123456789', secretKey: 'other-secret-0123456789' };
  await program.add({ ...exchange, baseUrl: exchange.baseUrl, ...other, close: exchange.close }, { id: account });
  await save('2', 'with the second key');
  const notes = await allNotes(program, account);
  expect(notes.map(({ text }) => text)).toEqual(['with the second key', 'with the first key']);
  expect(await program.ask('countNotes', { account })).toEqual({ notes: 2 });

  const more = Array.from({ length: maxNotesPerPart }, (_, number) => ({
    kind: 'plan' as const,
    id: `p${number}`,
    text: `note ${number}`,
  }));
  expect(await program.ask('importNotes', { account, notes: more })).toEqual({
    added: maxNotesPerPart,
    same: 0,
    kept: 0,
  });
  const changed = [
    { kind: 'order' as const, id: '2', text: 'another' },
    { kind: 'plan' as const, id: 'p0', text: 'note 0' },
    { kind: 'order' as const, id: '1', text: 'with the first key' },
  ];
  expect(await program.ask('importNotes', { account, notes: changed })).toEqual({ added: 1, same: 1, kept: 1 });
  expect(await allNotes(program, account)).toHaveLength(maxNotesPerPart + 3);
  const twice = [
    { kind: 'trade' as const, id: '1', text: 'the first' },
    { kind: 'trade' as const, id: '1', text: 'the second' },
  ];
  expect(await program.ask('importNotes', { account, notes: twice })).toEqual({ added: 1, same: 0, kept: 1 });
  expect(await allNotes(program, account)).toContainEqual(twice[0]);
});

test('an archive of an earlier key is not created again by a call during the removal of the account', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  await program.ask('saveNote', { account, kind: 'order', key: 'cross:1', text: 'kept', before: '' });
  const other = { token: 'other-token-0123456789', secretKey: 'other-secret-0123456789' };
  await program.add({ ...exchange, baseUrl: exchange.baseUrl, ...other, close: exchange.close }, { id: account });
  await program.ask('countNotes', { account });
  const removed = program.ask('removeAccount', { id: account, withArchive: true });
  const listed = program.core.call('listNotes', { account, from: { archive: 1, last: null } });
  await Promise.all([removed, listed]);
  expect(await readdir(path.join(place.data, 'archives'))).toEqual([]);
});
