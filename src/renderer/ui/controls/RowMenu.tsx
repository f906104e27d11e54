import { ContextMenu } from '@base-ui/react/context-menu';
import { type ReactNode, useState } from 'react';
import { targetElement } from '../table/pointer.ts';

interface RowMenuProps {
  className?: string;
  /** Each row has its key in the attribute `data-row` or `data-symbol`. */
  by: 'row' | 'symbol';
  /** Returns the accessible name and the items of the menu; `null` for a row without one. */
  menuOf: (row: string) => { label: string; items: ReactNode } | null;
  /** Called when an item has been chosen. */
  onChosen?: () => void;
  children: ReactNode;
}

/** The context menu of rows outside tables, for the pointer, Shift+F10 and the menu key. */
export function RowMenu({ className, by, menuOf, onChosen, children }: RowMenuProps) {
  const [row, setRow] = useState<string | null>(null);
  const menu = row === null ? null : menuOf(row);
  return (
    <ContextMenu.Root
      onOpenChange={(_isOpen, { reason }) => {
        if (reason === 'item-press') onChosen?.();
      }}
    >
      <ContextMenu.Trigger
        className={className}
        onContextMenu={(event) => {
          const found = targetElement(event.target)?.closest<HTMLElement>(`[data-${by}]`)?.dataset[by] ?? null;
          setRow(found);
          // Without a row the menu of the browser opens.
          if (found === null || menuOf(found) === null) event.preventBaseUIHandler();
        }}
      >
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="popup-positioner">
          {menu !== null && (
            <ContextMenu.Popup className="popup popup-list" aria-label={menu.label}>
              {menu.items}
            </ContextMenu.Popup>
          )}
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
