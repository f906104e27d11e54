import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../core/index.ts';
import { logCrashes } from './log-crashes.ts';

type Listener = (...args: unknown[]) => void;

/** What the program adds to the process is called here, and not the process itself: the test's own listeners hear it, too. */
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
  const tell = (name: (typeof names)[number], ...args: unknown[]) => {
    for (const listener of added(name)) listener(...args);
  };
  return { entries, tell, contents };
}

test('uncaught errors and rejections are logged', () => {
  const { entries, tell } = watched();
  const error = new TypeError('x');
  tell('uncaughtExceptionMonitor', error, 'uncaughtException');
  tell('unhandledRejection', 'reason');
  expect(entries).toEqual([
    { event: 'crashed', origin: 'uncaughtException', error },
    { event: 'crashed', origin: 'unhandledRejection', error: 'reason' },
  ]);
});

test('a page whose process is gone, unless it was to go', () => {
  const { entries, contents } = watched();
  contents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  contents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  expect(entries).toEqual([{ event: 'page-gone', reason: 'oom', exitCode: 5 }]);
});
