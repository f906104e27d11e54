import path from 'node:path';
import { expect, it } from 'vitest';
import { openerFor } from './open-browser.ts';
import { readCommand, readOptions, UsageError } from './options.ts';

it('options have defaults', () => {
  const options = readOptions([], '/home/me');
  expect(options).toMatchObject({ port: 0, demoExchange: null, open: true });
  expect(path.isAbsolute(options.dataDirectory)).toBe(true);
  expect(options.dataDirectory).toContain('orderglass');
});

it('options are read from the arguments', () => {
  const folders = ['--data-dir', 'my data', '--backup-dir', '../disk'];
  const args = ['--port', '8123', ...folders, '--demo-exchange', 'http://127.0.0.1:9', '--no-open'];
  expect(readOptions(args, path.resolve('/home/me'))).toEqual({
    port: 8123,
    dataDirectory: path.resolve('/home/me/my data'),
    backupDirectory: path.resolve('/home/disk'),
    demoExchange: 'http://127.0.0.1:9',
    open: false,
  });
});

it.each([
  [['--help'], { kind: 'help' }],
  [['-V'], { kind: 'version' }],
  [['--version', '--no-open'], { kind: 'version' }],
  [['--remove-data', '--data-dir', 'a'], { kind: 'remove-data', dataDirectory: path.resolve('/a') }],
])('%j is a command of its own', (args, command) => {
  expect(readCommand(args, '/')).toEqual(command);
});

it.each([
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port=']],
  [['--port']],
  [['--data-dir=']],
  [['--data-dir']],
  [['--backup-dir=']],
  [['--demo-exchange', 'https://127.0.0.1:9']],
  [['--demo-exchange', 'http://example.com']],
  [['--demo-exchange', 'http://127.0.0.1@example.com']],
  [['--demo-exchange', '127.0.0.1:9']],
  [['--unknown']],
  [['stray']],
])('options reject %j', (args) => {
  expect(() => readOptions(args, '/')).toThrow(UsageError);
});

it('the address is opened only on a desktop', () => {
  expect(openerFor('darwin', {})).toEqual(['open']);
  expect(openerFor('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler']);
  expect(openerFor('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
  expect(openerFor('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect(openerFor('linux', { DISPLAY: '' })).toBeNull();
});
