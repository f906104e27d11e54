import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryName } from '../core/export/write-file.ts';
import { exportIdOf } from './access.ts';
import { attachment, type Exports, openExports } from './exports.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-exports-'));
  return () => rm(folder, { recursive: true, force: true });
});

const filesIn = (): Promise<string[]> => readdir(path.join(folder, 'exports'));

async function offer({ targets }: Exports): Promise<string> {
  const target = await targets.choose({ fileName: 'orders.csv', format: 'csv' });
  if (target === null) throw new Error('no place');
  await writeFile(target.path, 'x');
  const place = target.handOver();
  return place.kind === 'download' ? (exportIdOf(place.address) ?? '') : '';
}

it('creates its folder with the first file, for its owner only', async () => {
  const exports = await openExports(folder);
  expect(await readdir(folder)).toEqual([]);
  await offer(exports);
  if (process.platform !== 'win32') expect((await stat(path.join(folder, 'exports'))).mode & 0o777).toBe(0o700);
  await exports.close();
});

it('gives each file a random name and an unrelated random address', async () => {
  const exports = await openExports(folder);
  const ids = [await offer(exports), await offer(exports)];
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    expect(id).toMatch(/^[\w-]{43}$/);
    expect((await filesIn()).join()).not.toContain(id);
  }
  await exports.close();
  expect(await filesIn()).toEqual([]);
});

it('removes files of earlier processes at the start, and nothing else', async () => {
  const before = await openExports(folder);
  await offer(before);
  const left = await filesIn();
  const notOurs = ['mine.csv', 'notes.txt', `${left[0]}.bak`];
  // No process has this ID.
  const temporary = temporaryName().replace(`-${process.pid}-`, '-4294967-');
  for (const name of [...notOurs, temporary]) await writeFile(path.join(folder, 'exports', name), 'x');
  await mkdir(path.join(folder, 'exports/folder'));

  const exports = await openExports(folder);
  expect((await filesIn()).sort()).toEqual([...notOurs, 'folder'].sort());
  await exports.close();
  await before.close();
});

it('removes a file that is not fetched in time', async () => {
  const exports = await openExports(folder, { keepMs: 1 });
  const id = await offer(exports);
  await expect.poll(() => filesIn()).toEqual([]);
  expect(await exports.serve(id, new ServerResponse(Object.create(null)))).toBe(false);
  await exports.close();
});

it.each([
  ['orders.csv', `attachment; filename="orders.csv"; filename*=UTF-8''orders.csv`],
  ['a"b\\c.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22b%5Cc.csv`],
  ["it's (1)*.csv", `attachment; filename="it's (1)*.csv"; filename*=UTF-8''it%27s%20%281%29%2A.csv`],
  [
    'a\r\nset-cookie: b.csv',
    `attachment; filename="a__set-cookie: b.csv"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b.csv`,
  ],
  ['\uD800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
])('attachment returns the header for %j', (name, header) => {
  expect(attachment(name)).toBe(header);
});
