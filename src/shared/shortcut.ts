/**
 * A key with what is held down along with it: "Mod+Shift+L", "Alt+ArrowDown", "?". `Mod` is Command on macOS and Ctrl
 * elsewhere. A letter stands for its key, whatever the layout writes with it; another character for whatever keys write it.
 */
export type Shortcut = string;

interface Parts {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  key: string;
}

/** What of a key press decides: a part of the DOM's KeyboardEvent. */
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

/** One press can mean two shortcuts only where their own words are the same. */
export function isPressed(shortcut: Shortcut, press: KeyPress, isMac: boolean): boolean {
  const { mod, alt, shift, key } = partsOf(shortcut);
  if (mod !== (isMac ? press.metaKey : press.ctrlKey)) return false;
  if (isMac ? press.ctrlKey : press.metaKey) return false;
  // Some layouts write "?" or "/" with Shift or with an Alt key of their own, and others do not.
  if (isSign(key)) return press.key === key && (alt === press.altKey || !mod);
  return alt === press.altKey && shift === press.shiftKey && keyOf(press) === key;
}

/** A character that is neither a letter nor a digit. */
function isSign(key: string): boolean {
  return key.length === 1 && !/[A-Z0-9]/.test(key);
}

/** A layout of other letters has the Latin one of the same place on the keyboard; French digits need Shift. */
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

/** As the platform writes it, key by key: "⌘", "⇧", "L" there, "Ctrl", "Shift", "L" elsewhere. */
export function keyCaps(shortcut: Shortcut, isMac: boolean): string[] {
  const { mod, alt, shift, key } = partsOf(shortcut);
  // In the order in which each platform's own menus have them.
  if (isMac) return [...(alt ? ['⌥'] : []), ...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : []), macKeys[key] ?? key];
  const held = [...(mod ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : [])];
  return [...held, otherKeys[key] ?? key];
}

/** In one word: "⇧⌘L" or "Ctrl+Shift+L". */
export function shortcutText(shortcut: Shortcut, isMac: boolean): string {
  return keyCaps(shortcut, isMac).join(isMac ? '' : '+');
}

/** As `aria-keyshortcuts` has it. */
export function ariaShortcut(shortcut: Shortcut, isMac: boolean): string {
  return shortcut.replace('Mod', isMac ? 'Meta' : 'Control');
}

/** As Electron's menus have it. */
export function accelerator(shortcut: Shortcut): string {
  return shortcut.replace('Mod', 'CommandOrControl').replace('Arrow', '');
}
