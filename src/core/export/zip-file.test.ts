import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipFile } from './zip-file.ts';

async function bytesOf(zip: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of zip) parts.push(part);
  return Buffer.concat(parts);
}

test('files come back part by part, also empty ones and large ones', async () => {
  const large = Buffer.alloc(3_000_000, 'abcdefg ');
  async function* parts() {
    yield large;
    yield Buffer.from('end');
  }
  const zip = await bytesOf(
    zipFile([
      { name: 'a/large.xml', parts },
      { name: 'é.xml', parts: () => [] },
      { name: 'c.xml', parts: () => [Buffer.from('<c/>')] },
    ]),
  );
  const files = unzipSync(zip);
  expect(Object.keys(files)).toEqual(['a/large.xml', 'é.xml', 'c.xml']);
  expect(strFromU8(files['a/large.xml'] ?? new Uint8Array())).toBe(`${large}end`);
  expect(files['é.xml']).toHaveLength(0);
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-zip-'));
  writeFileSync(path.join(folder, 'all.zip'), zip);
  const { error, status, stdout } = spawnSync('unzip', ['-t', path.join(folder, 'all.zip')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // Where it is not installed, the checksums are not checked.
  if (!error) expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')]);
});

test('a failure of a part ends the file', async () => {
  async function* parts() {
    yield new Uint8Array(1_000_000);
    throw new Error('gone');
  }
  await expect(bytesOf(zipFile([{ name: 'a', parts }]))).rejects.toThrow('gone');
});
