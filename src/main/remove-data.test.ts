import { expect, it, vi } from 'vitest';
import { readOptions } from './options.ts';
import { restartToRemove } from './remove-data.ts';

it.each([
  ['an installed program', {}, '/opt/orderglass'],
  ['an AppImage', { APPIMAGE: '/home/me/Orderglass.AppImage' }, '/home/me/Orderglass.AppImage'],
  ['the portable program', { PORTABLE_EXECUTABLE_FILE: 'C:/Orderglass.exe' }, 'C:/Orderglass.exe'],
])('starts %s once more with its options, to remove without a question', (_, env, execPath) => {
  const app = { relaunch: vi.fn(), quit: vi.fn() };
  const argv = ['/opt/orderglass', '--data-dir', '/data'];
  restartToRemove(app, { argv, env, execPath: '/opt/orderglass' });
  expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ execPath, args: expect.any(Array) });
  const [{ args }] = app.relaunch.mock.calls[0] ?? [];
  expect(readOptions(args)).toMatchObject({ dataDirectory: expect.stringMatching(/data$/), removeData: 'confirmed' });
  expect(app.relaunch.mock.invocationCallOrder[0]).toBeLessThan(app.quit.mock.invocationCallOrder[0] ?? 0);
});
