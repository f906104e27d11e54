import { expect, test } from 'vitest';
import type { EventOf, HostEvent } from '../shared/contract/index.ts';
import { settingsSchema } from '../shared/contract/settings.ts';
import { EventHub } from './event-hub.ts';
import type { LogEntry } from './logging/log-events.ts';

function hubWithLog(): { hub: EventHub; log: LogEntry[] } {
  const log: LogEntry[] = [];
  return { hub: new EventHub((entry) => log.push(entry)), log };
}

test('every listener receives the events of its subscription', () => {
  const { hub } = hubWithLog();
  const received: [string, HostEvent][] = [];
  const stopFirst = hub.subscribe((event) => received.push(['first', event]));
  hub.subscribe((event) => received.push(['second', event]));
  hub.emit('command', { name: 'refresh' });
  stopFirst();
  stopFirst();
  const settings = settingsSchema.parse({ theme: 'light' });
  hub.emit('settingsChanged', settings);
  expect(received).toEqual([
    ['first', { name: 'command', data: { name: 'refresh' } }],
    ['second', { name: 'command', data: { name: 'refresh' } }],
    ['second', { name: 'settingsChanged', data: settings }],
  ]);
});

test('a function that subscribes twice has two subscriptions', () => {
  const { hub } = hubWithLog();
  let received = 0;
  const listener = () => {
    received++;
  };
  const stop = hub.subscribe(listener);
  hub.subscribe(listener);
  hub.emit('command', { name: 'refresh' });
  stop();
  hub.emit('command', { name: 'refresh' });
  expect(received).toBe(3);
});

test('an event that does not match its schema is dropped', () => {
  const { hub, log } = hubWithLog();
  const received: HostEvent[] = [];
  hub.subscribe((event) => received.push(event));
  const malformed: unknown[] = [{ name: 'place-order' }, { name: 'show-other' }, { name: 'refresh', more: 1 }];
  for (const command of malformed) hub.emit('command', command as EventOf<'command'>);
  expect(received).toEqual([]);
  expect(log.map((entry) => entry.event)).toEqual(['event-dropped', 'event-dropped', 'event-dropped']);
});

test('a listener that throws does not keep the event from the others', () => {
  const { hub, log } = hubWithLog();
  const received: HostEvent[] = [];
  hub.subscribe(() => {
    throw new Error('out of order');
  });
  hub.subscribe((event) => received.push(event));
  hub.emit('command', { name: 'show-spot-tickers' });
  expect(received).toHaveLength(1);
  expect(log.map((entry) => entry.event)).toEqual(['listener-failed']);
});
