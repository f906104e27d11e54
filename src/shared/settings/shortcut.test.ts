import { expect, it } from 'vitest';
import { accelerator, ariaShortcut, isPressed, type KeyPress, shortcutText } from './shortcut.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more };
}

it('accepts Ctrl as Mod, on macOS Command, never both', () => {
  expect(isPressed('Mod+K', press('k', { code: 'KeyK', ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+K', press('k', { code: 'KeyK', metaKey: true }), false)).toBe(false);
  expect(isPressed('Mod+K', press('k', { code: 'KeyK', metaKey: true }), true)).toBe(true);
  expect(isPressed('Mod+K', press('k', { code: 'KeyK', ctrlKey: true }), true)).toBe(false);
  expect(isPressed('Mod+K', press('k', { code: 'KeyK', ctrlKey: true, metaKey: true }), true)).toBe(false);
  expect(isPressed('Mod+K', press('k', { code: 'KeyK' }), false)).toBe(false);
});

it('requires exactly the modifiers', () => {
  expect(isPressed('Mod+K', press('K', { code: 'KeyK', ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPressed('Mod+K', press('k', { code: 'KeyK', ctrlKey: true, altKey: true }), false)).toBe(false);
  expect(isPressed('Mod+Shift+L', press('L', { code: 'KeyL', ctrlKey: true, shiftKey: true }), false)).toBe(true);
  expect(isPressed('Alt+ArrowDown', press('ArrowDown', { code: 'ArrowDown', altKey: true }), false)).toBe(true);
  expect(isPressed('Alt+ArrowDown', press('ArrowDown', { code: 'ArrowDown' }), false)).toBe(false);
});

it('finds a letter by the layout, and by the key’s position on layouts without Latin letters', () => {
  // Dvorak: the letter K is on the key of V.
  expect(isPressed('Mod+K', press('k', { code: 'KeyV', ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+V', press('k', { code: 'KeyV', ctrlKey: true }), false)).toBe(false);
  // Russian.
  expect(isPressed('Mod+K', press('л', { code: 'KeyK', ctrlKey: true }), false)).toBe(true);
  // French: the key of 1 types "&".
  expect(isPressed('Mod+1', press('&', { code: 'Digit1', ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+1', press('1', { code: 'Numpad1', ctrlKey: true }), false)).toBe(true);
});

it('finds a sign however the layout types it', () => {
  expect(isPressed('?', press('?', { code: 'Slash', shiftKey: true }), false)).toBe(true);
  expect(isPressed('?', press('?', { code: 'Minus', shiftKey: true }), true)).toBe(true);
  expect(isPressed('?', press('/', { code: 'Slash' }), false)).toBe(false);
  // German: "/" is Shift and 7.
  expect(isPressed('Mod+/', press('/', { code: 'Digit7', shiftKey: true, ctrlKey: true }), false)).toBe(true);
  expect(isPressed('?', press('?', { code: 'Slash', shiftKey: true, ctrlKey: true }), false)).toBe(false);
});

it('has the platform’s labels', () => {
  expect(shortcutText('Mod+K', true)).toBe('⌘K');
  expect(shortcutText('Mod+Shift+L', true)).toBe('⇧⌘L');
  expect(shortcutText('Mod+Shift+L', false)).toBe('Ctrl+Shift+L');
  expect(shortcutText('Alt+ArrowDown', true)).toBe('⌥↓');
  expect(shortcutText('Mod+Shift+Backspace', false)).toBe('Ctrl+Shift+Backspace');
  expect(accelerator('Mod+Shift+L')).toBe('CommandOrControl+Shift+L');
  expect(accelerator('Alt+ArrowDown')).toBe('Alt+Down');
  expect(ariaShortcut('Mod+,', false)).toBe('Control+,');
  expect(ariaShortcut('Mod+,', true)).toBe('Meta+,');
});
