import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type DemoExchangeOptions, startDemoExchange } from '../../demo-exchange/index.ts';
import type { Note, NotePosition } from '../../shared/contract/notes.ts';
import { maxNotesPerPart } from '../../shared/orders/notes.ts';
import { everything, type Program, programs } from './testing/program.ts';

const usual: DemoExchangeOptions = {
  orders: 20,
  plans: 5,
  openPlans: 2,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
};
const { place, exchange: startExchange, start } = programs(startDemoExchange, usual);

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

test('a note is reported to the pages, is not sent to the exchange, and is in no file but that of the notes', async () => {
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
  expect(holding.filter((name) => !name.startsWith(path.join(place.data, 'notes')))).toEqual([]);
});

test('the notes of an account with a new key, and with a new address, are on the rows and in the tags', async () => {
  const startedAt = Date.now();
  const exchange = await startExchange({ now: () => startedAt });
  const program = await start();
  const account = await program.add(exchange);
  await program.complete(account);
  const rows = async () => (await program.ask('readOrderHistory', { ...everything, account })).rows;
  const trades = async () => (await program.ask('readTrades', { ...everything, account })).rows;
  const [order] = await rows();
  const [trade] = await trades();
  const note = { account, text: 'late #fomo', before: '' };
  await program.ask('saveNote', { ...note, kind: 'order', key: order?.key ?? '' });
  await program.ask('saveNote', { ...note, kind: 'trade', key: trade?.key ?? '' });
  const expectNotes = async () => {
    await program.complete(account);
    expect((await rows()).find(({ id }) => id === order?.id)?.note).toBe('late #fomo');
    expect((await trades()).find(({ key }) => key === trade?.key)?.note).toBe('late #fomo');
    const filter = { tags: ['fomo'] };
    expect((await program.ask('readOrderHistory', { ...everything, account, filter })).total).toBe(1);
    expect(await program.ask('readTags', { account })).toEqual([{ tag: 'fomo', notes: 2 }]);
    expect(await program.ask('countNotes', { account })).toEqual({ notes: 2 });
    expect(await allNotes(program, account)).toHaveLength(2);
  };
  await expectNotes();
  const archives = async () => (await readdir(path.join(place.data, 'archives'))).filter((name) => !name.includes('-'));
  await exchange.close();
  const credentials = { token: 'other-token-0123456789', secretKey: 'other-secret-0123456789' };
  const other = await startExchange({
    now: () => startedAt,
    port: Number(new URL(exchange.baseUrl).port),
    credentials,
  });
  await program.add(other, { id: account });
  await expectNotes();
  expect(await archives()).toHaveLength(2);
  await program.add(other, { id: account, baseUrl: other.baseUrl.replace('127.0.0.1', 'localhost'), credentials });
  await expectNotes();
  expect(await archives()).toHaveLength(3);
});

test('an account that is removed without its archive, and added again, has its notes', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  await program.ask('saveNote', { account, kind: 'order', key: 'cross:1', text: 'kept', before: '' });
  await program.ask('removeAccount', { id: account, withArchive: false });
  const again = await program.add(exchange);
  expect(again).not.toBe(account);
  expect(await allNotes(program, again)).toEqual([{ kind: 'order', id: '1', text: 'kept' }]);
  await program.ask('removeAccount', { id: again, withArchive: true });
  expect(await readdir(path.join(place.data, 'notes'))).toEqual([]);
});

test('a damaged file with notes is named to the page, which learns it while it is open', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  const file = path.join(place.data, 'notes', `${account}.sqlite`);
  await mkdir(path.dirname(file));
  await writeFile(file, 'no database');
  await program.state(account);
  const backupName = (await readdir(path.dirname(file))).find((name) => name.includes('.damaged-')) ?? '';
  const notice = { what: 'notes', backupName };
  expect(await program.ask('readFileNotices', {})).toEqual([notice]);
  expect(program.events).toContainEqual({ name: 'fileNoticesChanged', data: [notice] });
  expect(await readFile(path.join(path.dirname(file), backupName), 'utf8')).toBe('no database');
});

test('notes are listed in parts, and imported again', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  for (const id of ['1', '2']) {
    await program.ask('saveNote', { account, kind: 'order', key: `cross:${id}`, text: `note ${id}`, before: '' });
  }
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
    { kind: 'order' as const, id: '1', text: 'note 1' },
  ];
  expect(await program.ask('importNotes', { account, notes: changed })).toEqual({ added: 0, same: 2, kept: 1 });
  expect(await allNotes(program, account)).toHaveLength(maxNotesPerPart + 2);
  const twice = [
    { kind: 'trade' as const, id: '1', text: 'the first' },
    { kind: 'trade' as const, id: '1', text: 'the second' },
  ];
  expect(await program.ask('importNotes', { account, notes: twice })).toEqual({ added: 1, same: 0, kept: 1 });
  expect(await allNotes(program, account)).toContainEqual(twice[0]);
});

test('notes are not created again by a call during the removal of the account', async () => {
  const exchange = await startExchange();
  const program = await start();
  const account = await program.add(exchange);
  await program.ask('saveNote', { account, kind: 'order', key: 'cross:1', text: 'kept', before: '' });
  const other = { token: 'other-token-0123456789', secretKey: 'other-secret-0123456789' };
  await program.add({ ...exchange, baseUrl: exchange.baseUrl, ...other, close: exchange.close }, { id: account });
  await program.ask('countNotes', { account });
  const removed = program.ask('removeAccount', { id: account, withArchive: true });
  const listed = program.core.call('listNotes', { account, from: null });
  await Promise.all([removed, listed]);
  for (const each of ['archives', 'notes']) expect(await readdir(path.join(place.data, each))).toEqual([]);
});
