import { useEffect } from 'react';
import { type CommandName, commandNames, commands } from '../../shared/commands.ts';
import { isPressed } from '../../shared/shortcut.ts';
import { isMac, pressCommand } from '../state/commands.ts';
import { dialog } from '../state/dialogs.ts';

/** Carries out what the keys of the page ask for. */
export function useKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = meantBy(event);
  if (name === null || !reaches(name, event.target)) return;
  if (!pressCommand(name)) return;
  event.preventDefault();
}

function meantBy(event: KeyboardEvent): CommandName | null {
  const means = (name: CommandName): boolean => commands[name].shortcuts.some((key) => isPressed(key, event, isMac));
  return commandNames.find(means) ?? null;
}

/** What is open in front of the screen has the keys to itself; so has a field that somebody types in. */
function reaches(name: CommandName, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('[role="dialog"], [role="alertdialog"]')) {
    return name === 'open-palette' && dialog.get() === 'palette';
  }
  return commands[name].inFields === true || !isTypedIn(target);
}

const pressed = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

function isTypedIn(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !pressed.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
