import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { identifyProgram, isWayland } from './desktop.ts';

test('the program has an ID on Windows only', () => {
  const app = { setAppUserModelId: vi.fn() };
  identifyProgram(app, 'linux');
  expect(app.setAppUserModelId).not.toHaveBeenCalled();
  identifyProgram(app, 'win32');
  expect(app.setAppUserModelId).toHaveBeenCalledExactlyOnceWith('io.github.orderglass');
});

test('the installer gives its shortcut the same ID', () => {
  const packaging = path.resolve(import.meta.dirname, '../../packaging/electron-builder.ts');
  expect(readFileSync(packaging, 'utf8')).toContain("appId = 'io.github.orderglass'");
});

test.each([
  ['linux', 'wayland', undefined, true],
  ['linux', '', 'wayland', true],
  ['linux', 'x11', 'wayland', false],
  ['linux', '', 'x11', false],
  ['linux', '', undefined, false],
  ['darwin', '', 'wayland', false],
] as const)(
  'on %s with platform "%s" in a session of type %s, Wayland is %s',
  (platform, chosen, session, expected) => {
    const commandLine = { getSwitchValue: (name: string) => (name === 'ozone-platform' ? chosen : '') };
    const environment = session === undefined ? {} : { XDG_SESSION_TYPE: session };
    expect(isWayland(commandLine, platform, environment)).toBe(expected);
  },
);
