import { readdir } from 'node:fs/promises';
import { runElectronDouble } from '../hosts/electron-double.ts';
import { expect } from '../test.ts';
import { test } from './electron-test.ts';

test('a packaged program that is started without its sandbox says what to do, and ends', async ({
  host,
  chromium,
  dataDirectory,
  environment,
}) => {
  test.skip(host === 'electron', 'a dialog of the system would stay open');
  const written: Buffer[] = [];
  const options = {
    dataDirectory,
    environment: { ...environment, ELECTRON_DOUBLE_PACKAGED: '1' },
    onStderr: (part: Buffer) => void written.push(part),
  };
  expect(await runElectronDouble(chromium, options, { args: ['--no-sandbox'], button: 0 })).toBe(1);
  expect(Buffer.concat(written).toString()).toContain('Install the deb or rpm package, or run “npx orderglass”');
  expect(await readdir(dataDirectory), 'files that a start would have written').toEqual([]);
});
