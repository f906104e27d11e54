import { describe, expect, it } from 'vitest';
import { hostTextEn } from '../text/host-en.ts';
import { screens } from './choices.ts';
import { commandGroups, commandNames, commands, commandWord, screenOf, shortcutsIn, showScreen } from './commands.ts';
import { ariaShortcut, isPressed, type KeyPress, keyCaps, partsOf, type Shortcut } from './shortcut.ts';

/**
 * Shortcuts of menu roles, of tables and of text fields, and those that browsers reserve. Not Mod+Z, which undoes in a
 * text field what was typed there, and elsewhere what the user has changed in the page.
 */
const taken: readonly Shortcut[] = [
  ...['Mod+Shift+Z', 'Mod+Y', 'Mod+X', 'Mod+C', 'Mod+V', 'Mod+A', 'Mod+Q', 'Mod+W', 'Mod+M', 'Mod+H'],
  ...['Mod+0', 'Mod++', 'Mod+-', 'Mod+=', 'Mod+Alt+H', 'F11', 'Mod+Shift+I', 'Mod+Alt+I', 'Escape', 'Enter', 'Tab'],
  ...['Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Shift+ ', ' '],
  ...['Mod+Home', 'Mod+End', 'Mod+ArrowUp', 'Mod+ArrowDown', 'Mod+Shift+ArrowUp', 'Mod+Shift+ArrowDown'],
  ...['Mod+N', 'Mod+T', 'Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Tab'],
];

const every = commandNames.flatMap((name) => commands[name].shortcuts.map((shortcut) => ({ name, shortcut })));

/** Returns the key presses for a shortcut, with and without Shift for signs. */
function pressesOf(shortcut: Shortcut, isMac: boolean): KeyPress[] {
  const { mod, alt, shift, key } = partsOf(shortcut);
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key);
  const code = /^[A-Z]$/.test(key) ? `Key${key}` : /^[0-9]$/.test(key) ? `Digit${key}` : key;
  const held = { ctrlKey: mod && !isMac, metaKey: mod && isMac, altKey: alt };
  return (isSign ? [true, false] : [shift]).map((shiftKey) => ({ key, code, shiftKey, ...held }));
}

describe.each([false, true])('shortcuts, on macOS: %s', (isMac) => {
  it('trigger one command each', () => {
    for (const { name, shortcut } of every) {
      for (const press of pressesOf(shortcut, isMac)) {
        const meant = every.filter((other) => isPressed(other.shortcut, press, isMac));
        expect(meant.map((other) => `${other.name} ${other.shortcut}`)).toEqual([`${name} ${shortcut}`]);
      }
    }
  });

  it('are not used by anything else', () => {
    for (const shortcut of taken) {
      for (const press of pressesOf(shortcut, isMac)) {
        expect(every.filter((other) => isPressed(other.shortcut, press, isMac)).map(({ name }) => name)).toEqual([]);
      }
    }
  });

  it('have a text and an aria-keyshortcuts value', () => {
    for (const { shortcut } of every) {
      expect(keyCaps(shortcut, isMac).every((cap) => cap !== '')).toBe(true);
      expect(ariaShortcut(shortcut, isMac)).not.toContain('Mod');
    }
  });
});

it('leaves a browser its own shortcuts, and every command one in a browser', () => {
  const inBrowser = commandNames.flatMap((name) => shortcutsIn(true, name));
  for (const shortcut of ['Mod+B', 'Mod+J', 'Mod+O', 'Mod+P']) expect(inBrowser).not.toContain(shortcut);
  for (const name of commandNames) expect(shortcutsIn(true, name).length, name).toBeGreaterThan(0);
  expect(shortcutsIn(false, 'show-activity')).toEqual(['Mod+J', 'A']);
});

it('has a shortcut for every command, and unique names', () => {
  expect(new Set(commandNames).size).toBe(Object.keys(commands).length);
  for (const name of commandNames) expect(commands[name].shortcuts.length, name).toBeGreaterThan(0);
});

it('allows only shortcuts that type nothing in text fields', () => {
  const inFields = commandNames.filter((name) => commands[name].inFields);
  expect(inFields).toEqual(['open-palette', ...screens.map(showScreen)]);
  for (const name of inFields) {
    for (const shortcut of commands[name].shortcuts) expect(partsOf(shortcut).mod).toBe(true);
  }
});

it('opens the screens by their numbers', () => {
  const shown = commandNames.flatMap((name) => screenOf(name) ?? []);
  expect(shown).toEqual([...screens]);
  expect(commands[showScreen('open-plans')].shortcuts).toEqual(['Mod+1']);
  expect(screenOf('refresh')).toBeNull();
});

it('lists the commands by group', () => {
  const groups = commandNames.map((name) => commands[name].group);
  expect(groups.filter((group, position) => group !== groups[position - 1])).toEqual([...commandGroups]);
});

it('has a different label for every command', () => {
  const words = commandNames.map((name) => commandWord(name, hostTextEn));
  expect(words.every((word) => word !== '')).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
