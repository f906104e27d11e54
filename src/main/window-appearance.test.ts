import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showWhenReady } from './window-appearance.ts';

class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
}

let window: FakeWindow;
const show = vi.fn();
const onNotPainted = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  window = new FakeWindow();
  showWhenReady(window, show, onNotPainted);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('a window appears when its page is painted', () => {
  expect(show).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  expect(show).toHaveBeenCalledOnce();
});

test('a window whose hidden page is never painted appears when the page is loaded', () => {
  window.webContents.emit('did-finish-load');
  expect(show).toHaveBeenCalledOnce();
});

test('a window appears after a second, even if its page does not load', () => {
  vi.advanceTimersByTime(999);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledOnce();
});

test('a window appears once', () => {
  window.webContents.emit('did-finish-load');
  window.emit('ready-to-show');
  vi.advanceTimersByTime(60_000);
  expect(show).toHaveBeenCalledOnce();
});

test('a page that is not painted within 10 s is reported', () => {
  window.webContents.emit('did-finish-load');
  vi.advanceTimersByTime(9999);
  expect(onNotPainted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNotPainted).toHaveBeenCalledOnce();
});

test('a painted page and a closed window are not reported, and a closed window does not appear', () => {
  window.emit('ready-to-show');
  vi.advanceTimersByTime(60_000);
  const closed = new FakeWindow();
  showWhenReady(closed, show, onNotPainted);
  closed.emit('closed');
  vi.advanceTimersByTime(60_000);
  expect(onNotPainted).not.toHaveBeenCalled();
  expect(show).toHaveBeenCalledOnce();
});
