import { useEffect } from 'react';
import { type CommandName, commandNames, commands } from '../../shared/commands.ts';
import { isPressed } from '../../shared/shortcut.ts';
import { isMac, pressCommand } from '../state/commands.ts';
import { dialog } from '../state/dialogs.ts';

/** Runs commands by their shortcuts. */
export function useKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = commandOf(event);
  if (name === null || !isAllowed(name, event.target)) return;
  if (!pressCommand(name)) return;
  event.preventDefault();
}

function commandOf(event: KeyboardEvent): CommandName | null {
  const hasShortcut = (name: CommandName): boolean =>
    commands[name].shortcuts.some((key) => isPressed(key, event, isMac));
  return commandNames.find(hasShortcut) ?? null;
}

/** False in a dialog and in a text field, apart from commands that are allowed there. */
function isAllowed(name: CommandName, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('[role="dialog"], [role="alertdialog"]')) {
    return name === 'open-palette' && dialog.get() === 'palette';
  }
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
