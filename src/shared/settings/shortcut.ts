/**
 * A key with its modifiers: "Mod+Shift+L", "Alt+ArrowDown", "?". `Mod` is Command on macOS and Ctrl elsewhere. A letter or digit names a key;
 * any other character matches every key combination that types it.
 */
export type Shortcut = string;

interface Parts {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  key: string;
}

/** The relevant part of the DOM's KeyboardEvent. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export function partsOf(shortcut: Shortcut): Parts {
  const held = shortcut.split('+');
  const key = held.pop() ?? '';
  return { mod: held.includes('Mod'), alt: held.includes('Alt'), shift: held.includes('Shift'), key };
}

/** True if the key press triggers the shortcut. `isMac`: true on macOS. */
export function isPressed(shortcut: Shortcut, press: KeyPress, isMac: boolean): boolean {
  const { mod, alt, shift, key } = partsOf(shortcut);
  if (mod !== (isMac ? press.metaKey : press.ctrlKey)) return false;
  if (isMac ? press.ctrlKey : press.metaKey) return false;
  // Layouts type "?" and "/" with or without Shift or AltGr.
  if (isSign(key)) return press.key === key && (alt === press.altKey || !mod);
  return alt === press.altKey && shift === press.shiftKey && keyOf(press) === key;
}

/** True for a character that is neither a letter nor a digit. */
function isSign(key: string): boolean {
  return key.length === 1 && !/[A-Z0-9]/.test(key);
}

/** Returns the Latin letter or the digit of a key, also on layouts with other letters or with digits behind Shift (French). */
function keyOf({ key, code }: KeyPress): string {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return /^Key([A-Z])$/.exec(code)?.[1] ?? key;
}

const otherKeys: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};
const macKeys: Record<string, string> = { ...otherKeys, Backspace: '⌫', Enter: '↩' };

/** Returns the labels of the keys in the platform's order: "⇧", "⌘", "L" on macOS; "Ctrl", "Shift", "L" elsewhere. */
export function keyCaps(shortcut: Shortcut, isMac: boolean): string[] {
  const { mod, alt, shift, key } = partsOf(shortcut);
  if (isMac) return [...(alt ? ['⌥'] : []), ...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : []), macKeys[key] ?? key];
  const held = [...(mod ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : [])];
  return [...held, otherKeys[key] ?? key];
}

/** Returns "⇧⌘L" on macOS, "Ctrl+Shift+L" elsewhere. */
export function shortcutText(shortcut: Shortcut, isMac: boolean): string {
  return keyCaps(shortcut, isMac).join(isMac ? '' : '+');
}

/** Returns the value of `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: Shortcut, isMac: boolean): string {
  return shortcut.replace('Mod', isMac ? 'Meta' : 'Control');
}

/** Returns the accelerator of an Electron menu item. */
export function accelerator(shortcut: Shortcut): string {
  return shortcut.replace('Mod', 'CommandOrControl').replace('Arrow', '');
}
