import { type CommandName, shortcutsIn } from '../../shared/settings/commands.ts';
import type { Shortcut } from '../../shared/settings/shortcut.ts';
import { inBrowser } from './bridge.ts';

/** Returns the shortcuts of a command on this host. The first one is shown beside the command. */
export function shortcutsOf(name: CommandName): readonly Shortcut[] {
  return shortcutsIn(inBrowser, name);
}
