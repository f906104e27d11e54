import { keyCaps, type Shortcut } from '../../../shared/settings/shortcut.ts';
import { isMac } from '../../platform/commands.ts';

/** A shortcut key by key, as the platform writes it. */
export function KeyCaps({ shortcut }: { shortcut: Shortcut }) {
  return (
    <span className="key-caps">
      {keyCaps(shortcut, isMac).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
