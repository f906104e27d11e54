import { useEffect, useLayoutEffect } from 'react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { type Screen, screens } from '../../shared/settings/choices.ts';
import { type CommandName, commandNames, commands, showScreen } from '../../shared/settings/commands.ts';
import { isPressed } from '../../shared/settings/shortcut.ts';
import { ofAccount } from '../domain/accounts/use-shown-archive.ts';
import { inBrowser } from '../platform/bridge.ts';
import { client } from '../platform/client.ts';
import { isAwaited, isMac, pressCommand, runCommand, useCommands } from '../platform/commands.ts';
import { closeDialog, dialog, focusScreen, openDialog, openDialogs, typedAhead } from '../platform/dialogs.ts';
import { showNotice } from '../platform/notice.ts';
import { useChangeSettings } from '../platform/settings/settings.ts';
import { shortcutsOf } from '../platform/shortcuts.ts';
import { type Text, useText } from '../text/use-text.ts';

/** Registers the commands that belong to no screen. */
export function useProgramCommands(accounts: readonly AccountSummary[], account: AccountSummary): void {
  const text = useText();
  const change = useChangeSettings();

  const choose = (step: 1 | -1) => (): void => {
    const next = accounts.at((accounts.indexOf(account) + step) % accounts.length);
    if (next) change(ofAccount(next.id));
  };
  const switchTheme = (): void => {
    // The effective theme, because the setting may follow the system.
    const theme = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
    change({ theme });
    showNotice(text.labeled(text.settings.names.theme, text.settings.values.theme[theme]));
  };

  const show = (screen: Screen) => (): void => {
    focusScreen();
    change({ screen });
  };

  useCommands({
    ...Object.fromEntries(screens.map((screen) => [showScreen(screen), show(screen)])),
    'open-palette': () => (dialog.get() === 'palette' ? closeDialog('palette') : openDialog('palette')),
    'show-shortcuts': () => openDialog('shortcuts'),
    'open-review': () => openDialog('review'),
    'open-statement': () => openDialog('statement'),
    'open-reconcile': () => openDialog('reconcile'),
    'manage-accounts': () => openDialog('accounts'),
    'add-account': () => openDialog('new-account'),
    ...(accounts.length > 1 ? { 'next-account': choose(1), 'previous-account': choose(-1) } : {}),
    'open-watch-window': () => void openWatchWindow(text),
    'switch-theme': switchTheme,
  });
}

/** Window features; sizes in CSS pixels. */
const popup = 'popup,width=380,height=560';

/** Opens the watch window: in Electron above all other windows, in a browser as a popup. */
async function openWatchWindow(text: Text): Promise<void> {
  if (inBrowser) {
    if (window.open('/#watch', 'orderglass-watch', popup) === null) showNotice(text.watch.blocked);
    return;
  }
  const result = await client.showWindow({ window: 'watch' });
  if (!result.ok) showNotice(text.errors[result.error.code].what);
}

/** Refreshes the screen as soon as the computer is back online. */
export function useReconnect(): void {
  useEffect(() => {
    const refresh = (): void => void runCommand('refresh');
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, []);
}

/** Runs commands by their shortcuts, and marks the page while the keyboard is used, which shows the focus and the active cell. From the first paint on. */
export function useKeys(): void {
  useLayoutEffect(() => {
    const mark = ({ type }: Event): void =>
      void document.documentElement.toggleAttribute('data-keyboard', type === 'keydown');
    window.addEventListener('keydown', mark, { capture: true });
    window.addEventListener('pointerdown', mark, { capture: true });
    window.addEventListener('keydown', typeAhead, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', mark, { capture: true });
      window.removeEventListener('pointerdown', mark, { capture: true });
      window.removeEventListener('keydown', typeAhead, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

/** Keeps letters that follow Ctrl+K for the palette until it appears, which takes a moment, or longer while its code is loaded. */
function typeAhead(event: KeyboardEvent): void {
  const isComing = isAwaited('open-palette') || (dialog.get() === 'palette' && !document.querySelector(openDialogs));
  if (!isComing || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  typedAhead.set((typed) => typed + event.key);
  event.preventDefault();
  event.stopPropagation();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = commandOf(event);
  if (name === 'open-palette' && dialog.get() === null) typedAhead.set('');
  if (name === null || !isAllowed(name, event.target)) return;
  if (!pressCommand(name)) return;
  event.preventDefault();
}

function commandOf(event: KeyboardEvent): CommandName | null {
  const hasShortcut = (name: CommandName): boolean => shortcutsOf(name).some((key) => isPressed(key, event, isMac));
  return commandNames.find(hasShortcut) ?? null;
}

/** False in an open dialog and in a text field, apart from commands that are allowed there. */
function isAllowed(name: CommandName, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  // A dialog is shown before it has the focus. A key that is pressed between the two is for the dialog.
  if (dialog.get() !== null || target.closest(openDialogs)) {
    return (name === 'open-palette' && dialog.get() === 'palette') || (name === 'undo' && !isTextInput(target));
  }
  // A menu and a list find their items by typed letters.
  if (target.closest('[role="menu"], [role="listbox"]')) return false;
  return commands[name].inFields === true || !isTextInput(target);
}

/** Types of `input` that take no text. */
const otherTypes = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

function isTextInput(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !otherTypes.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
