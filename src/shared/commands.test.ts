import { describe, expect, it } from 'vitest';
import { screens } from './choices.ts';
import { commandGroups, commandNames, commands, commandWord, screenOf, showScreen } from './commands.ts';
import { ariaShortcut, isPressed, type KeyPress, keyCaps, partsOf, type Shortcut } from './shortcut.ts';
import { hostTextEn } from './text/host-en.ts';

/** What the roles of the menu, the table and text fields do; and what a browser never lets a page have. */
const taken: readonly Shortcut[] = [
  ...['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+X', 'Mod+C', 'Mod+V', 'Mod+A', 'Mod+Q', 'Mod+W', 'Mod+M', 'Mod+H'],
  ...['Mod+0', 'Mod++', 'Mod+-', 'Mod+=', 'Mod+Alt+H', 'F11', 'Mod+Shift+I', 'Mod+Alt+I', 'Escape', 'Enter', 'Tab'],
  ...['Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Shift+ ', ' '],
  ...['Mod+Home', 'Mod+End', 'Mod+ArrowUp', 'Mod+ArrowDown', 'Mod+Shift+ArrowUp', 'Mod+Shift+ArrowDown'],
  ...['Mod+N', 'Mod+T', 'Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Tab', 'Alt+ArrowLeft', 'Alt+ArrowRight'],
];

const every = commandNames.flatMap((name) => commands[name].shortcuts.map((shortcut) => ({ name, shortcut })));

/** The presses that mean a shortcut, with the signs that a layout writes with Shift or without. */
function pressesOf(shortcut: Shortcut, isMac: boolean): KeyPress[] {
  const { mod, alt, shift, key } = partsOf(shortcut);
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key);
  const code = /^[A-Z]$/.test(key) ? `Key${key}` : /^[0-9]$/.test(key) ? `Digit${key}` : key;
  const held = { ctrlKey: mod && !isMac, metaKey: mod && isMac, altKey: alt };
  return (isSign ? [true, false] : [shift]).map((shiftKey) => ({ key, code, shiftKey, ...held }));
}

describe.each([false, true])('the keys of the commands, on macOS: %s', (isMac) => {
  it('have one command each', () => {
    for (const { name, shortcut } of every) {
      for (const press of pressesOf(shortcut, isMac)) {
        const meant = every.filter((other) => isPressed(other.shortcut, press, isMac));
        expect(meant.map((other) => `${other.name} ${other.shortcut}`)).toEqual([`${name} ${shortcut}`]);
      }
    }
  });

  it('are none that something else has', () => {
    for (const shortcut of taken) {
      for (const press of pressesOf(shortcut, isMac)) {
        expect(every.filter((other) => isPressed(other.shortcut, press, isMac)).map(({ name }) => name)).toEqual([]);
      }
    }
  });

  it('can be written for a reader, and for a screen reader', () => {
    for (const { shortcut } of every) {
      expect(keyCaps(shortcut, isMac).every((cap) => cap !== '')).toBe(true);
      expect(ariaShortcut(shortcut, isMac)).not.toContain('Mod');
    }
  });
});

it('has a key for every command, and no command that is named twice', () => {
  expect(new Set(commandNames).size).toBe(Object.keys(commands).length);
  for (const name of commandNames) expect(commands[name].shortcuts.length, name).toBeGreaterThan(0);
});

it('lets none but keys that write nothing count in a field', () => {
  const inFields = commandNames.filter((name) => commands[name].inFields);
  expect(inFields).toEqual(['open-palette']);
  for (const name of inFields) {
    for (const shortcut of commands[name].shortcuts) expect(partsOf(shortcut).mod).toBe(true);
  }
});

it('shows the screens by their numbers, in their order', () => {
  const shown = commandNames.flatMap((name) => screenOf(name) ?? []);
  expect(shown).toEqual([...screens]);
  expect(commands[showScreen('open-plans')].shortcuts).toEqual(['Mod+1']);
  expect(screenOf('refresh')).toBeNull();
});

it('lists the commands group by group', () => {
  const groups = commandNames.map((name) => commands[name].group);
  expect(groups.filter((group, position) => group !== groups[position - 1])).toEqual([...commandGroups]);
});

it('has a word for every command, each another one', () => {
  const words = commandNames.map((name) => commandWord(name, hostTextEn));
  expect(words.every((word) => word !== '')).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
