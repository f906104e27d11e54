import { Menu } from '@base-ui/react/menu';
import { ariaShortcut, type Shortcut } from '../../../shared/settings/shortcut.ts';
import { isMac } from '../../platform/commands.ts';
import { KeyCaps } from './KeyCaps.tsx';

interface MenuItemProps {
  label: string;
  /** Does the same without the menu. */
  shortcut?: Shortcut | undefined;
  onClick: () => void;
}

/** An item of a menu with its shortcut. */
export function MenuItem({ label, shortcut, onClick }: MenuItemProps) {
  return (
    <Menu.Item
      className="popup-item"
      onClick={onClick}
      {...(shortcut && { 'aria-keyshortcuts': ariaShortcut(shortcut, isMac) })}
    >
      <span className="popup-item-text">{label}</span>
      {shortcut && (
        <span className="popup-item-note" aria-hidden="true">
          <KeyCaps shortcut={shortcut} />
        </span>
      )}
    </Menu.Item>
  );
}
