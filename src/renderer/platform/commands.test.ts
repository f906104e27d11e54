import { expect, it, onTestFinished, vi } from 'vitest';
import {
  availableCommands,
  expectPart,
  pressCommand,
  receiveCommand,
  registerCommand,
  runCommand,
} from './commands.ts';

it('the handler that was registered last runs, after its removal the one before', () => {
  const done: string[] = [];
  const endScreen = registerCommand('refresh', () => done.push('screen'));
  const endPanel = registerCommand('refresh', () => done.push('panel'));
  expect(runCommand('refresh')).toBe(true);
  endPanel();
  expect(runCommand('refresh')).toBe(true);
  endScreen();
  expect(runCommand('refresh')).toBe(false);
  expect(done).toEqual(['panel', 'screen']);
});

it('listeners hear of changes of the available commands only', () => {
  const told: string[][] = [];
  const { unsubscribe } = availableCommands.subscribe((names) => void told.push([...names]));
  const endFirst = registerCommand('find', () => {});
  const endSecond = registerCommand('find', () => {});
  endFirst();
  endSecond();
  endSecond();
  unsubscribe();
  expect(told).toEqual([['find'], []]);
});

it('a menu command waits for its handler and runs once', async () => {
  const done: string[] = [];
  receiveCommand('find');
  receiveCommand('refresh');
  const ends = [
    registerCommand('find', () => done.push('find')),
    registerCommand('refresh', () => done.push('refresh')),
    registerCommand('refresh', () => done.push('refresh of what came with it')),
  ];
  await Promise.resolve();
  for (const end of ends) end();
  registerCommand('refresh', () => done.push('again'))();
  await Promise.resolve();
  expect(done).toEqual(['refresh of what came with it']);
});

it('a menu command expires', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const done: string[] = [];
  receiveCommand('find');
  vi.setSystemTime(Date.now() + 6000);
  const end = registerCommand('find', () => done.push('find'));
  await Promise.resolve();
  end();
  expect(done).toEqual([]);
});

it('the command of a shortcut waits only while a part of the page is loading', async () => {
  const run = vi.fn();
  expect(pressCommand('export-settings')).toBe(false);
  const arrived = expectPart();
  expect(pressCommand('export-settings')).toBe(true);
  const end = registerCommand('export-settings', run);
  arrived();
  await Promise.resolve();
  expect(run).toHaveBeenCalledOnce();
  end();
  expect(pressCommand('export-settings')).toBe(false);
});
