import { useSelector } from '@tanstack/react-store';
import { Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { commands } from '../../../shared/settings/commands.ts';
import { ariaShortcut } from '../../../shared/settings/shortcut.ts';
import { isMac, runCommand, useCommands } from '../../platform/commands.ts';
import { dialog, screenFocus } from '../../platform/dialogs.ts';
import { showNotice } from '../../platform/notice.ts';
import { announced, type Undoable, undoable, undoLatest } from '../../platform/undo.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../controls/IconButton.tsx';

/** Milliseconds that a toast is shown, unless the pointer or the focus is on it. */
const displayMs = 5000;

const [key] = commands.undo.shortcuts;

/** Says what the user has just removed, with a button that brings it back. The command `undo` works afterwards, too. */
export function UndoToast() {
  const text = useText();
  const canUndo = useSelector(undoable).length > 0;
  const latest = useSelector(announced);
  const undo = (): void => {
    const step = undoLatest();
    if (step) showNotice(text.undo.undone(step.done));
  };
  useCommands(canUndo ? { undo } : {});
  return <div aria-live="polite">{latest && <Toast key={latest.done} {...latest} />}</div>;
}

function Toast({ done }: Undoable) {
  const text = useText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = window.setTimeout(() => announced.set(null), displayMs);
    return () => window.clearTimeout(timer);
  }, [isHeld]);
  const leave = (act: () => void): void => {
    act();
    if (dialog.get() === null) screenFocus()?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the toast on the screen
    <div
      className="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className="toast-text">{done}</p>
      <button
        type="button"
        className="button"
        aria-keyshortcuts={ariaShortcut(key, isMac)}
        onClick={() => leave(() => runCommand('undo'))}
      >
        <Undo2 size={14} aria-hidden="true" />
        {text.undo.action}
      </button>
      <IconButton label={text.undo.dismiss} icon={X} onClick={() => leave(() => announced.set(null))} />
    </div>
  );
}
