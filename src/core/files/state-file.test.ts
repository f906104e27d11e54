import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StateFile, type StateFileOptions } from './state-file.ts';

let folder: string;
let file: string;
let errors: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-state-'));
  file = path.join(folder, 'state', 'one.json');
  errors = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function open(options: Partial<StateFileOptions<number[]>> = {}) {
  return StateFile.open<number[]>({
    file,
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    errors: {
      unusable: ({ problem, error, backupName }) =>
        errors.push(`${problem} ${error !== undefined} ${backupName !== null}`),
      notSaved: () => errors.push('not saved'),
    },
    empty: [],
    read(text) {
      const stored: unknown[] = JSON.parse(text);
      const content = stored.filter((one) => typeof one === 'number');
      return { content, isWhole: content.length === stored.length };
    },
    write: (content) => JSON.stringify(content),
    ...options,
  });
}

const filesOf = () => readdir(path.dirname(file));

async function put(text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

test('a missing file is empty and created by the first save, readable for its owner only', async () => {
  const opened = await open();
  expect(opened.content).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  opened.content = [1, 2];
  await opened.save();
  expect((await open()).content).toEqual([1, 2]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(errors).toEqual([]);
});

test('saves during a write are merged into one more write with the latest content', async () => {
  let writes = 0;
  const opened = await open({ write: (content) => `${++writes > 0 ? JSON.stringify(content) : ''}` });
  const saves = [1, 2, 3, 4, 5].map(async (one, index) => {
    if (index > 0) await Promise.resolve();
    opened.content = [one];
    return opened.save();
  });
  await Promise.all(saves);
  expect(await readFile(file, 'utf8')).toBe('[5]');
  expect(writes).toBeLessThanOrEqual(2);
});

test('a damaged file is quarantined, and what can be read of it is kept', async () => {
  await put('[1, 2');
  const opened = await open();
  expect(opened.content).toEqual([]);
  expect(await filesOf()).toEqual(['one.damaged-2026-01-02T03-04-05.000Z.json']);
  await put('[1, "x", 3]');
  expect((await open()).content).toEqual([1, 3]);
  expect(await readFile(file, 'utf8')).toBe('[1,3]');
  expect((await filesOf()).length).toBe(3);
  expect(errors).toEqual(['damaged true true', 'damaged false true']);
});

test('content that cannot be written is reported, kept for the session, and written by a later save', async () => {
  const opened = await open();
  await writeFile(path.join(folder, 'state'), 'in the way');
  opened.content = [7];
  await expect(opened.save()).rejects.toMatchObject({ code: 'storage-failed' });
  expect(opened.content).toEqual([7]);
  expect(errors).toEqual(['not saved']);
  await rm(path.join(folder, 'state'));
  await opened.save();
  expect((await open()).content).toEqual([7]);
});

test('a damaged file that cannot be renamed is not overwritten as long as it exists', async () => {
  // The name has room for the temporary file of a save, but not for the suffix of a quarantined file.
  file = path.join(folder, 'state', `${'x'.repeat(230)}.json`);
  await put('[1, 2');
  const opened = await open();
  expect(errors).toEqual(['damaged true false']);
  opened.content = [3];
  await opened.save();
  expect(await readFile(file, 'utf8')).toBe('[1, 2');
  await rm(file);
  await opened.save();
  expect(await readFile(file, 'utf8')).toBe('[3]');
});

test('a removed file is not written again', async () => {
  const opened = await open();
  opened.content = [1];
  const saving = opened.save();
  await opened.remove();
  await saving;
  await opened.save();
  expect(await filesOf().catch(() => [])).toEqual([]);
});
