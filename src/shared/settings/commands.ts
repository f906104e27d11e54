import { type Screen, screens } from './choices.ts';
import type { Shortcut } from './shortcut.ts';

/** Groups in the order of the palette and of the list of shortcuts. */
export const commandGroups = ['general', 'screens', 'screen', 'alerts', 'accounts', 'appearance', 'settings'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export type CommandMenu = 'settings' | 'file' | 'edit' | 'screens' | 'view' | 'help';

interface CommandEntry {
  group: CommandGroup;
  /** The first one is shown beside the command. */
  shortcuts: readonly [Shortcut, ...Shortcut[]];
  /** Native menu that contains the command. */
  menu?: CommandMenu;
  /** True if the shortcut works while a text field has the focus. Only for shortcuts that type nothing. */
  inFields?: true;
}

export type ShowScreen = `show-${Screen}`;

/**
 * All commands. The palette, the shortcuts, the list of shortcuts and the native menu are derived from this table. The code of a command is
 * registered with `useCommand` of `renderer/platform/commands.ts`.
 */
const entries = {
  'open-palette': { group: 'general', shortcuts: ['Mod+K'], menu: 'view', inFields: true },
  'show-shortcuts': { group: 'general', shortcuts: ['?', 'Mod+/'], menu: 'help' },
  'open-settings': { group: 'general', shortcuts: ['Mod+,'], menu: 'settings' },
  'go-back': { group: 'general', shortcuts: ['Alt+ArrowLeft', 'Mod+['] },
  'go-forward': { group: 'general', shortcuts: ['Alt+ArrowRight', 'Mod+]'] },
  undo: { group: 'general', shortcuts: ['Mod+Z'] },
  refresh: { group: 'screen', shortcuts: ['Mod+R'], menu: 'view' },
  find: { group: 'screen', shortcuts: ['Mod+F', '/'], menu: 'edit' },
  filter: { group: 'screen', shortcuts: ['Mod+Shift+F', 'F'], menu: 'view' },
  views: { group: 'screen', shortcuts: ['Mod+B', 'V'], menu: 'view' },
  columns: { group: 'screen', shortcuts: ['Mod+Shift+K'], menu: 'view' },
  export: { group: 'screen', shortcuts: ['Mod+E', 'E'], menu: 'file' },
  'open-review': { group: 'accounts', shortcuts: ['R'] },
  'open-statement': { group: 'accounts', shortcuts: ['Mod+P', 'S'], menu: 'file' },
  'open-reconcile': { group: 'accounts', shortcuts: ['M'] },
  'show-activity': { group: 'alerts', shortcuts: ['Mod+J', 'A'], menu: 'view' },
  'show-alerts': { group: 'alerts', shortcuts: ['Mod+I'], menu: 'view' },
  'new-alert': { group: 'alerts', shortcuts: ['Mod+Shift+U'] },
  'open-watch-window': { group: 'alerts', shortcuts: ['Mod+Shift+Y'], menu: 'view' },
  'manage-accounts': { group: 'accounts', shortcuts: ['Mod+Shift+A'], menu: 'file' },
  'add-account': { group: 'accounts', shortcuts: ['Mod+Shift+E'], menu: 'file' },
  'next-account': { group: 'accounts', shortcuts: ['Alt+ArrowDown'] },
  'previous-account': { group: 'accounts', shortcuts: ['Alt+ArrowUp'] },
  'switch-theme': { group: 'appearance', shortcuts: ['Mod+Shift+L'] },
  'export-settings': { group: 'settings', shortcuts: ['Mod+Shift+S'] },
  'import-settings': { group: 'settings', shortcuts: ['Mod+O', 'O'] },
  'reset-settings': { group: 'settings', shortcuts: ['Mod+Shift+Backspace'] },
  'back-up': { group: 'settings', shortcuts: ['Mod+Shift+D'], menu: 'file' },
  'restore-backup': { group: 'settings', shortcuts: ['Mod+Shift+G'], menu: 'file' },
  'remove-data': { group: 'settings', shortcuts: ['Mod+Shift+X'], menu: 'settings' },
  'copy-diagnostics': { group: 'settings', shortcuts: ['Mod+Shift+B'], menu: 'help' },
} as const satisfies Record<string, CommandEntry>;

type OwnCommand = keyof typeof entries;
export type CommandName = OwnCommand | ShowScreen;

/** The shortcut of a screen is its number in the navigation. */
export const commands: Readonly<Record<CommandName, CommandEntry>> = {
  ...entries,
  ...(Object.fromEntries(
    screens.map((screen, position): [ShowScreen, CommandEntry] => [
      showScreen(screen),
      { group: 'screens', shortcuts: [`Mod+${position + 1}`], menu: 'screens', inFields: true },
    ]),
  ) as Record<ShowScreen, CommandEntry>),
};

/** Shortcuts that a browser uses for its own bookmarks, downloads, files, and printing. */
const browserShortcuts: readonly Shortcut[] = ['Mod+B', 'Mod+J', 'Mod+O', 'Mod+P'];

/** Returns the shortcuts of a command; in a browser without those that the browser uses itself. */
export function shortcutsIn(isInBrowser: boolean, name: CommandName): readonly Shortcut[] {
  const { shortcuts } = commands[name];
  return isInBrowser ? shortcuts.filter((each) => !browserShortcuts.includes(each)) : shortcuts;
}

/** Names sorted by group. Within a group they keep the order of the table. */
export const commandNames = (Object.keys(commands) as CommandName[]).sort(
  (a, b) => commandGroups.indexOf(commands[a].group) - commandGroups.indexOf(commands[b].group),
);

export function showScreen(screen: Screen): ShowScreen {
  return `show-${screen}`;
}

/** Returns the screen that a command shows; `null` for any other command. */
export function screenOf(name: CommandName): Screen | null {
  return isShowScreen(name) ? shownBy(name) : null;
}

export interface CommandWords {
  screens: Record<Screen, string>;
  commands: Record<OwnCommand, string>;
}

export function commandWord(name: CommandName, words: CommandWords): string {
  return isShowScreen(name) ? words.screens[shownBy(name)] : words.commands[name];
}

function isShowScreen(name: CommandName): name is ShowScreen {
  return commands[name].group === 'screens';
}

function shownBy(name: ShowScreen): Screen {
  return name.slice('show-'.length) as Screen;
}
