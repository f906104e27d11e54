import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../core/index.ts';
import { CrashPolicy, logCrashes } from './crashes.ts';

type Listener = (...args: unknown[]) => void;

/** Calls only the listeners that the program has added to the process, because the test runner has listeners, too. */
function watched() {
  const names = ['uncaughtExceptionMonitor', 'unhandledRejection'] as const;
  const emitter: EventEmitter = process;
  const before = new Map(names.map((name) => [name, new Set(emitter.listeners(name))]));
  const entries: Parameters<Log>[0][] = [];
  const app = new EventEmitter();
  logCrashes(app as unknown as App, (entry) => entries.push(entry));
  const added = (name: (typeof names)[number]) =>
    emitter.listeners(name).filter((listener) => !before.get(name)?.has(listener)) as Listener[];
  onTestFinished(() => {
    for (const name of names) for (const listener of added(name)) emitter.off(name, listener);
  });
  const contents = new EventEmitter();
  app.emit('web-contents-created', {}, contents);
  const emit = (name: (typeof names)[number], ...args: unknown[]) => {
    for (const listener of added(name)) listener(...args);
  };
  return { entries, emit, contents };
}

test('uncaught errors and rejections are logged', () => {
  const { entries, emit } = watched();
  const error = new TypeError('x');
  emit('uncaughtExceptionMonitor', error, 'uncaughtException');
  emit('unhandledRejection', 'reason');
  expect(entries).toEqual([
    { event: 'crashed', origin: 'uncaughtException', error },
    { event: 'crashed', origin: 'unhandledRejection', error: 'reason' },
  ]);
});

test('a renderer process that is gone is logged, unless it ended normally', () => {
  const { entries, contents } = watched();
  contents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  contents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  expect(entries).toEqual([{ event: 'page-gone', reason: 'oom', exitCode: 5 }]);
});

test('a crashed page is reloaded once, then the user is asked, until a minute has passed', () => {
  const policy = new CrashPolicy();
  expect([0, 1000, 59_999, 60_000, 60_001].map((time) => policy.decide(time))).toEqual([
    'reload',
    'ask',
    'ask',
    'reload',
    'ask',
  ]);
});
