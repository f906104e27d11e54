import type { CommandLine } from 'electron';
import { expect, test, vi } from 'vitest';
import { identifyProgram, isWayland, lacksSandbox } from './desktop.ts';

test('the program has an ID on Windows only', () => {
  const app = { setAppUserModelId: vi.fn() };
  identifyProgram(app, 'linux');
  expect(app.setAppUserModelId).not.toHaveBeenCalled();
  identifyProgram(app, 'win32');
  expect(app.setAppUserModelId).toHaveBeenCalledExactlyOnceWith('io.github.orderglass');
});

test.each([
  [true, '--no-sandbox', true],
  [true, '', false],
  [false, '--no-sandbox', false],
])('a program that is packaged (%s) and started with "%s" lacks its sandbox: %s', (isPackaged, argument, expected) => {
  const hasSwitch = (name: string) => argument === `--${name}`;
  expect(lacksSandbox({ isPackaged, commandLine: { hasSwitch } as CommandLine })).toBe(expected);
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
