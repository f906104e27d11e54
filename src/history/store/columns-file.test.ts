import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { TableImage } from '../table/table-image.ts';
import { ColumnsFile, removeColumns } from './columns-file.ts';

const place = { archive: '', columns: '', state: '' };

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-columns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  place.archive = path.join(folder, 'one.sqlite');
  place.columns = path.join(folder, 'one.columns');
  place.state = path.join(folder, 'one.columns-state');
  writeFileSync(place.archive, 'rows');
});

const image: TableImage = {
  size: 3,
  columns: {
    '': { arrays: { times: Float64Array.of(0, 1.5, Number.NaN, -0), limbs: new Float64Array(0) } },
    symbol: { arrays: { codes: Uint32Array.of(0, 2, 1, 1) }, words: ['cross', null, '现货 "\ud800'] },
    id: { arrays: { bytes: Uint8Array.of(1, 255, 7) } },
    quantity: { arrays: { keys: Int16Array.of(0, -300, 7) } },
  },
};

/** What a program finds that opens the archive now. */
async function find(columns = new ColumnsFile(place.archive, 'columns')) {
  let found: TableImage | null = null;
  const changed = await columns.read(
    async () => {},
    (image) => {
      found = image;
      return true;
    },
  );
  return changed === null ? null : { image: found, changed };
}

/** Leaves columns as a program does that closes the archive. `updated`: orders that it stored after it wrote them. */
async function leave(updated: readonly number[] = []): Promise<void> {
  const columns = new ColumnsFile(place.archive, 'columns');
  await columns.write(image);
  for (const number of updated) columns.noteUpdated(number);
  columns.leave();
}

test('columns are found again with the orders that have changed since', async () => {
  expect(await find()).toBeNull();
  await leave([3, 1, 4]);
  const columns = new ColumnsFile(place.archive, 'columns');
  expect(columns.missing(5)).toBe(4);
  expect(await find(columns)).toEqual({ image, changed: [3, 1] });
  columns.noteUpdated(2);
  columns.leave();
  expect(await find()).toEqual({ image, changed: [3, 1, 2] });
});

test('what is stored while the columns are prepared is among the orders that have changed, or the columns are not taken', async () => {
  await leave([1]);
  const columns = new ColumnsFile(place.archive, 'columns');
  const changed = await columns.read(
    async ({ size }) => {
      columns.noteUpdated(2);
      return size;
    },
    (_image, prepared) => prepared === 3,
  );
  expect(changed).toEqual([1, 2]);
  columns.leave();
  const forgotten = new ColumnsFile(place.archive, 'columns');
  let isTaken = false;
  const rest = await forgotten.read(
    async () => forgotten.forget(),
    () => {
      isTaken = true;
      return true;
    },
  );
  expect([rest, isTaken]).toEqual([null, false]);
});

test('columns of an earlier form are not used', async () => {
  await leave();
  const bytes = readFileSync(place.columns);
  bytes.write('OGcols03', bytes.length - 8);
  writeFileSync(place.columns, bytes);
  expect(await find()).toBeNull();
});

test('columns are not used after a program that was killed', async () => {
  await leave();
  const killed = new ColumnsFile(place.archive, 'columns');
  expect(await find(killed)).not.toBeNull();
  expect(await find()).toBeNull();
});

test('columns are not used after a change of the archive by another program, nor beside its log', async () => {
  await leave();
  writeFileSync(place.archive, 'rowz');
  expect(await find()).toBeNull();
  await leave();
  writeFileSync(`${place.archive}-wal`, 'log');
  expect(await find()).toBeNull();
  await leave();
  expect(existsSync(place.state)).toBe(false);
});

test('columns are not used with an older archive, also if it has the same size and times', async () => {
  const older = `${place.archive}.older`;
  copyFileSync(place.archive, older);
  writeFileSync(place.archive, 'news');
  const time = new Date(2026, 0, 1);
  utimesSync(place.archive, time, time);
  await leave();
  copyFileSync(older, place.archive);
  utimesSync(place.archive, time, time);
  expect(await find()).toBeNull();
});

test('columns with any flipped bit are not used', async () => {
  await leave([2]);
  for (const file of [place.columns, place.state]) {
    const [whole, state] = [readFileSync(file), readFileSync(place.state)];
    for (let bit = 0; bit < whole.length * 8; bit += 5) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      writeFileSync(place.state, state);
      writeFileSync(file, flipped);
      expect(await find()).toBeNull();
    }
    for (const length of [0, 1, whole.length - 1]) {
      writeFileSync(place.state, state);
      writeFileSync(file, whole.subarray(0, length));
      expect(await find()).toBeNull();
    }
    writeFileSync(file, whole);
    writeFileSync(place.state, state);
  }
  expect(await find()).toEqual({ image, changed: [2] });
});

test('columns of another program than the one that the state names are not used', async () => {
  await leave();
  const state = readFileSync(place.state);
  await leave();
  writeFileSync(place.state, state);
  expect(await find()).toBeNull();
});

test('an order that is stored while the columns are written leaves no file', async () => {
  const columns = new ColumnsFile(place.archive, 'columns');
  const writing = columns.write(image);
  columns.noteUpdated(2);
  await writing;
  columns.leave();
  expect([place.columns, `${place.columns}.new`, place.state].filter(existsSync)).toEqual([]);
});

test('a program that was killed while it wrote the columns leaves nothing that is used or stays', async () => {
  await leave();
  writeFileSync(`${place.columns}.new`, readFileSync(place.columns).subarray(0, 20));
  expect(await find()).toEqual({ image, changed: [] });
  expect(existsSync(`${place.columns}.new`)).toBe(false);
});

test('a program that closes the archive while it writes the columns leaves none', async () => {
  const columns = new ColumnsFile(place.archive, 'columns');
  const writing = columns.write(image);
  columns.leave();
  await writing;
  expect(await find()).toBeNull();
});

test('a full disk leaves no columns', async () => {
  const columns = new ColumnsFile(place.archive, 'columns');
  symlinkSync('/dev/full', `${place.columns}.new`);
  await columns.write(image);
  // The next use of the list tries again.
  expect(columns.missing(3)).toBe(3);
  columns.leave();
  expect([place.columns, `${place.columns}.new`, place.state].filter(existsSync)).toEqual([]);
});

test('columns are removed with their archive', async () => {
  await leave();
  removeColumns(place.archive);
  expect([place.columns, place.state].filter(existsSync)).toEqual([]);
});
