import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipFile } from './zip-file.ts';

/** In three parts, of which the second one has no byte. */
const content = Buffer.from('0123456789'.repeat(1000));
async function* parts() {
  yield content.subarray(0, 1234);
  yield content.subarray(1234, 1234);
  yield content.subarray(1234);
}

test.each([
  ['no number', 1e6, []],
  ['a size', 5000, ['PK\x06\x06', 'PK\x06\x07']],
  ['every offset but the first one', 1, ['PK\x06\x06', 'PK\x06\x07']],
])('archives in which %s has 64 bits are read', async (_name, limit, records) => {
  const written: Uint8Array[] = [];
  const entries = [
    { name: 'a/名.txt', parts: parts() },
    { name: 'empty', parts: [] },
    { name: 'last', parts: [Buffer.from('x')] },
  ];
  for await (const part of zipFile(entries, limit)) written.push(part);
  const archive = Buffer.concat(written);
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(files).toEqual([
    ['a/名.txt', content.toString()],
    ['empty', ''],
    ['last', 'x'],
  ]);
  for (const record of records) expect(archive.includes(Buffer.from(record, 'latin1'))).toBe(true);
});
