import { expect, it } from 'vitest';
import { availableCommands, carryOut, runCommand } from './commands.ts';

it('is carried out by what came last, and by what was there before once that has gone', () => {
  const done: string[] = [];
  const endScreen = carryOut('refresh', () => done.push('screen'));
  const endPanel = carryOut('refresh', () => done.push('panel'));
  expect(runCommand('refresh')).toBe(true);
  endPanel();
  expect(runCommand('refresh')).toBe(true);
  endScreen();
  expect(runCommand('refresh')).toBe(false);
  expect(done).toEqual(['panel', 'screen']);
});

it('says which commands there are, and only where that has changed', () => {
  const told: string[][] = [];
  const stop = availableCommands.subscribe(() => told.push([...availableCommands.get()]));
  const endFirst = carryOut('find', () => {});
  const endSecond = carryOut('find', () => {});
  endFirst();
  endSecond();
  endSecond();
  stop();
  expect(told).toEqual([['find'], []]);
});
