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

async function read(archive: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const written: Uint8Array[] = [];
  for await (const part of archive) written.push(part);
  return Buffer.concat(written);
}

test('archives of several files are read', async () => {
  const entries = [
    { name: 'a/名.txt', parts: parts() },
    { name: 'empty', parts: [] },
    { name: 'last', parts: [Buffer.from('x')] },
  ];
  const archive = await read(zipFile(entries));
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(files).toEqual([
    ['a/名.txt', content.toString()],
    ['empty', ''],
    ['last', 'x'],
  ]);
});

test('a file that is too large for the format is refused', async () => {
  const written = (limit: number) => read(zipFile([{ name: 'large', parts: parts() }], limit));
  await expect(written(content.length - 1)).rejects.toThrow('large is too large for a ZIP archive.');
  expect(Object.keys(unzipSync(await written(content.length)))).toEqual(['large']);
});
