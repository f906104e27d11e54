import { createAtom } from '@tanstack/react-store';

export type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'settings'
  | 'accounts'
  | 'new-account'
  | 'activity'
  | 'review'
  | 'statement'
  | 'reconcile'
  | 'alerts'
  | 'alert';

/** The open dialog, of those that any part of the page can open. */
export const dialog = createAtom<DialogName | null>(null);

/** The element that had the focus before the first dialog opened; `null` if the focus goes to the screen after it. */
const opener = createAtom<HTMLElement | null>(null);

export function openDialog(name: DialogName): void {
  rememberFocus();
  dialog.set(name);
}

/** Keeps the element to which `focusAfterDialog` returns the focus. To be called before a dialog opens. */
export function rememberFocus(): void {
  const focused = document.activeElement;
  // The focus returns to the page, not to a dialog that opened another one.
  if (focused === document.body) opener.set(null);
  else if (focused instanceof HTMLElement && !focused.closest('[role="dialog"]')) opener.set(focused);
}

/** Letters that were typed after the palette was opened and before its text field exists. */
export const typedAhead = createAtom('');

/** Closes a dialog. Does nothing if another dialog has replaced it. */
export function closeDialog(name: DialogName): void {
  if (dialog.get() === name) dialog.set(null);
  if (name === 'palette') typedAhead.set('');
}

/** All open dialogs and popovers. A closed one stays in the page until the next frame. */
export const openDialogs = ':is([role="dialog"], [role="alertdialog"]):not([data-closed])';

/**
 * Returns the element to focus after a dialog: the one before it, or the screen if that one is gone. A dialog that the
 * closed one has opened keeps the focus, whichever of both is drawn first.
 */
export function focusAfterDialog(): HTMLElement | boolean {
  if (dialog.get() !== null || document.querySelector(openDialogs) !== null) return false;
  const before = opener.get();
  return before?.isConnected ? before : (screenFocus() ?? true);
}

/** Moves the focus into the screen. An open dialog and a change of screens pass it on. */
export function focusScreen(): void {
  opener.set(null);
  screenFocus()?.focus();
}

/** The table of the screen; the screen itself if it has no table. */
export function screenFocus(): HTMLElement | null {
  const main = document.getElementById('main');
  return main?.querySelector<HTMLElement>('[role="grid"], [role="treegrid"]') ?? main;
}
