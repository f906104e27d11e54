import path from 'node:path';
import { expect, it } from 'vitest';
import { defaultDataFolder } from '../core/data-folder.ts';
import { readOptions } from './options.ts';

it('finds its own options among those of Electron and Chromium', () => {
  const own = ['--data-dir', '/data', '--demo-exchange', 'http://127.0.0.1:9'];
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
    demoExchange: 'http://127.0.0.1:9',
    removeData: false,
    version: false,
  };
  expect(readOptions([...others, ...own])).toEqual(expected);
  expect(readOptions([...own, ...others])).toEqual(expected);
  expect(readOptions(['--data-dir=/data', '--demo-exchange=http://127.0.0.1:9'])).toEqual(expected);
  expect(readOptions(others)).toEqual({
    dataDirectory: defaultDataFolder(),
    demoExchange: null,
    removeData: false,
    version: false,
  });
  expect(readOptions(['-V']).version).toBe(true);
});

it.each([[['--data-dir']], [['--data-dir=']], [['--demo-exchange', 'https://example.com']], [['--demo-exchange']]])(
  'rejects %j',
  (args) => {
    expect(() => readOptions(args)).toThrow();
  },
);
