import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeptFileOptions, StateFile } from './state-file.ts';

let folder: string;
let file: string;
let trouble: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-kept-'));
  file = path.join(folder, 'desk', 'one.json');
  trouble = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function open(options: Partial<KeptFileOptions<number[]>> = {}) {
  return StateFile.open<number[]>({
    file,
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    trouble: {
      wasSetAside: ({ error, keptAs }) => trouble.push(`set aside ${error !== undefined} ${keptAs !== null}`),
      notSaved: () => trouble.push('not saved'),
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

test('a file that is not there is empty, and made with the first save, for its owner alone', async () => {
  const kept = await open();
  expect(kept.content).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  kept.content = [1, 2];
  await kept.save();
  expect((await open()).content).toEqual([1, 2]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(trouble).toEqual([]);
});

test('saves that come while one is under way are one more, with the latest content', async () => {
  let writes = 0;
  const kept = await open({ write: (content) => `${++writes > 0 ? JSON.stringify(content) : ''}` });
  const saves = [1, 2, 3, 4, 5].map(async (one, place) => {
    if (place > 0) await Promise.resolve();
    kept.content = [one];
    return kept.save();
  });
  await Promise.all(saves);
  expect(await readFile(file, 'utf8')).toBe('[5]');
  expect(writes).toBeLessThanOrEqual(2);
});

test('a damaged file is set aside, and what can be read of one stays', async () => {
  await put('[1, 2');
  const kept = await open();
  expect(kept.content).toEqual([]);
  expect(await filesOf()).toEqual(['one.damaged-2026-01-02T03-04-05.000Z.json']);
  await put('[1, "x", 3]');
  expect((await open()).content).toEqual([1, 3]);
  expect(await readFile(file, 'utf8')).toBe('[1,3]');
  expect((await filesOf()).length).toBe(3);
  expect(trouble).toEqual(['set aside true true', 'set aside false true']);
});

test('what cannot be written is told, holds for the session, and is written when it can be', async () => {
  const kept = await open();
  await writeFile(path.join(folder, 'desk'), 'in the way');
  kept.content = [7];
  await expect(kept.save()).rejects.toMatchObject({ code: 'storage-failed' });
  expect(kept.content).toEqual([7]);
  expect(trouble).toEqual(['not saved']);
  await rm(path.join(folder, 'desk'));
  await kept.save();
  expect((await open()).content).toEqual([7]);
});

test('a file that can neither be read nor set aside is never written over', async () => {
  await mkdir(path.join(file, 'a folder in place of the file'), { recursive: true });
  const locked = await open({ file: path.join(file, 'x'.repeat(300)) });
  expect(trouble).toEqual(['set aside true false']);
  locked.content = [1];
  await expect(locked.save()).rejects.toMatchObject({ code: 'storage-failed' });
  await locked.remove();
});

test('a removed file is gone, and stays so', async () => {
  const kept = await open();
  kept.content = [1];
  const saving = kept.save();
  await kept.remove();
  await saving;
  await kept.save();
  expect(await filesOf().catch(() => [])).toEqual([]);
});
