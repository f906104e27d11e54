import { Store } from './store.ts';

export type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'settings'
  | 'accounts'
  | 'new-account'
  | 'activity'
  | 'alerts'
  | 'alert';

/** The one that is open, of those that are opened from anywhere. */
export const dialog = new Store<DialogName | null>(null);

/** Had the keyboard before the first dialog came. */
let opener: HTMLElement | null = null;

export function openDialog(name: DialogName): void {
  const focused = document.activeElement;
  // One dialog that leads on to another is not what the keyboard goes back to.
  if (focused instanceof HTMLElement && !focused.closest('[role="dialog"]')) opener = focused;
  dialog.set(name);
}

/** Nothing where another one has come in its place. */
export function closeDialog(name: DialogName): void {
  if (dialog.get() === name) dialog.set(null);
}

/** Where the keyboard goes when a dialog has closed: back to where it was, or to the screen where that has gone. */
export function focusAfterDialog(): HTMLElement | boolean {
  if (dialog.get() !== null) return false;
  return opener?.isConnected ? opener : (screenFocus() ?? true);
}

/** The table of the screen, or the screen itself where it has none. */
export function screenFocus(): HTMLElement | null {
  const main = document.getElementById('main');
  return main?.querySelector<HTMLElement>('[role="grid"]') ?? main;
}
