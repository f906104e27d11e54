import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadWindowBounds, saveWindowBounds } from './window-bounds-file.ts';

const place = { x: -5, y: 10, width: 1200, height: 700, maximized: true };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-window-'));
  file = path.join(folder, 'window.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('remembers a place', () => {
  saveWindowBounds(file, place);
  expect(loadWindowBounds(file)).toEqual(place);
});

it('forgives a folder that is not there', () => {
  saveWindowBounds(path.join(folder, 'missing/window.json'), place);
  expect(loadWindowBounds(path.join(folder, 'missing/window.json'))).toBeNull();
});

it.each(['', '{', '[]', '{"x":1}', JSON.stringify({ ...place, width: 0 }), JSON.stringify({ ...place, x: '1' })])(
  'forgets what it cannot read: %s',
  (content) => {
    writeFileSync(file, content);
    expect(loadWindowBounds(file)).toBeNull();
  },
);
