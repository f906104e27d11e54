import path from 'node:path';
import { expect, it } from 'vitest';
import { defaultDataFolder } from '../core/files/data-folder.ts';
import { readOptions } from './options.ts';

it('finds its own options among those of Electron and Chromium', () => {
  const own = ['--data-dir', '/data', '--backup-dir', '/backup', '--demo-exchange', 'http://127.0.0.1:9'];
  const others = [
    '--inspect=0',
    '--remote-debugging-port=0',
    '/home/me/orderglass',
    '--ozone-platform',
    'wayland',
    '-x',
  ];
  const expected = {
    dataDirectory: path.resolve('/data'),
    backupDirectory: path.resolve('/backup'),
    demoExchange: 'http://127.0.0.1:9',
    removeData: null,
    version: false,
  };
  expect(readOptions([...others, ...own])).toEqual(expected);
  expect(readOptions([...own, ...others])).toEqual(expected);
  expect(readOptions(['--data-dir=/data', '--backup-dir=/backup', '--demo-exchange=http://127.0.0.1:9'])).toEqual(
    expected,
  );
  expect(readOptions(others)).toEqual({
    dataDirectory: defaultDataFolder(),
    backupDirectory: null,
    demoExchange: null,
    removeData: null,
    version: false,
  });
  expect(readOptions(['-V']).version).toBe(true);
});

it.each([
  [['--data-dir']],
  [['--data-dir=']],
  [['--backup-dir=']],
  [['--demo-exchange', 'https://example.com']],
  [['--demo-exchange']],
])('rejects %j', (args) => {
  expect(() => readOptions(args)).toThrow();
});

it.each([
  [[], null],
  [['--remove-data'], 'ask'],
  [['--remove-data=yes'], 'ask'],
  [['--remove-data=confirmed'], 'confirmed'],
])('reads %j', (args, removeData) => {
  expect(readOptions(args)).toMatchObject({ removeData });
});
