import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { Fragment, type ReactNode } from 'react';
import { commandGroups, commandNames, commands, commandWord } from '../../../shared/settings/commands.ts';
import type { Shortcut } from '../../../shared/settings/shortcut.ts';
import { closeDialog, dialog, focusAfterDialog } from '../../platform/dialogs.ts';
import { shortcutsOf } from '../../platform/shortcuts.ts';
import { useText } from '../../text/use-text.ts';
import { KeyCaps } from '../../ui/controls/KeyCaps.tsx';
import './palette.css';

/** All shortcuts, in groups. */
export function ShortcutsDialog() {
  const text = useText();
  const words = text.shortcuts;
  const open = useSelector(dialog) === 'shortcuts';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDialog('shortcuts')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog shortcuts" finalFocus={focusAfterDialog}>
          <div className="dialog-header">
            <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
            <Dialog.Close className="button">{words.close}</Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus lets the keyboard scroll the list */}
          <section className="shortcuts-body" tabIndex={0} aria-label={words.title}>
            {commandGroups.map((group) => (
              <ShortcutList key={group} title={words.groups[group]}>
                {commandNames
                  .filter((name) => commands[name].group === group)
                  .map((name) => (
                    <ShortcutLine
                      key={name}
                      word={commandWord(name, text)}
                      shortcuts={shortcutsOf(name)}
                      between={words.or}
                    />
                  ))}
              </ShortcutList>
            ))}
            <ShortcutList title={words.table}>
              {tableKeys.map(([name, shortcuts]) => (
                <ShortcutLine key={name} word={words.tableKeys[name]} shortcuts={shortcuts} />
              ))}
            </ShortcutList>
          </section>
          <p className="form-hint">{words.explained}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type TableKey = keyof ReturnType<typeof useText>['shortcuts']['tableKeys'];

/** Keys of a focused table (ui/table/keyboard.ts). They are not commands. */
const tableKeys: readonly (readonly [TableKey, readonly Shortcut[]])[] = [
  ['move', ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'J', 'K']],
  ['ends', ['Home', 'End']],
  // GNOME Web keeps Mod+Home and Mod+End.
  ['corners', ['Mod+ArrowUp', 'Mod+ArrowDown', 'Mod+Home', 'Mod+End']],
  ['page', ['PageUp', 'PageDown']],
  ['open', ['Enter']],
  ['sortFurther', ['Shift+Enter']],
  ['width', ['Shift+ArrowLeft', 'Shift+ArrowRight']],
  ['order', ['Mod+Shift+ArrowLeft', 'Mod+Shift+ArrowRight']],
  ['menu', ['Shift+F10']],
  ['select', ['Shift+ArrowUp', 'Shift+ArrowDown']],
  ['selectAll', ['Mod+A']],
  ['copy', ['Mod+C']],
  ['close', ['Escape']],
];

function ShortcutList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="shortcuts-group">
      <h3 className="shortcuts-title">{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

interface ShortcutLineProps {
  word: string;
  shortcuts: readonly Shortcut[];
  /** Text between shortcuts of the same command. */
  between?: string;
}

function ShortcutLine({ word, shortcuts, between }: ShortcutLineProps) {
  return (
    <div className="shortcuts-line">
      <dt>{word}</dt>
      <dd>
        {shortcuts.map((shortcut, position) => (
          <Fragment key={shortcut}>
            {position > 0 && between && <span className="shortcuts-or">{between}</span>}
            <KeyCaps shortcut={shortcut} />
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
