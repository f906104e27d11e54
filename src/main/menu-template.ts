import type { MenuItemConstructorOptions } from 'electron';
import type { EventOf } from '../shared/contract/index.ts';
import {
  type CommandMenu,
  type CommandName,
  commandNames,
  commands,
  commandWord,
} from '../shared/settings/commands.ts';
import { accelerator, partsOf } from '../shared/settings/shortcut.ts';
import type { HostText } from '../shared/text/host-en.ts';

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/** Returns the menu of the program. `send` receives the commands of Orderglass' own items. Only a program from its sources has developer tools. */
export function menuTemplate(
  { platform, isPackaged }: { platform: NodeJS.Platform; isPackaged: boolean },
  text: HostText,
  send: (command: EventOf<'command'>) => void,
): Item[] {
  const labels = text.menu;
  const isMac = platform === 'darwin';

  const own = (name: CommandName): Item => {
    // A shortcut without a modifier would swallow a typed character.
    const shortcut = commands[name].shortcuts.find((one) => partsOf(one).mod);
    return {
      label: commandWord(name, text),
      ...(shortcut === undefined ? {} : { accelerator: accelerator(shortcut) }),
      // The menu only shows the shortcut. The page handles it, because the page knows whether the user is typing. On macOS the
      // menu receives every key that the page has not handled, in spite of this option.
      registerAccelerator: false,
      click: (_item, _window, { triggeredByAccelerator }) => {
        if (!triggeredByAccelerator) send({ name });
      },
    };
  };
  const ownOf = (menu: CommandMenu): Item[] => commandNames.filter((name) => commands[name].menu === menu).map(own);

  const about: Item = { role: 'about', label: labels.about };
  const application: Item = {
    label: text.product,
    submenu: [
      about,
      separator,
      ...ownOf('settings'),
      separator,
      { role: 'services', label: labels.services },
      separator,
      { role: 'hide', label: labels.hide },
      { role: 'hideOthers', label: labels.hideOthers },
      { role: 'unhide', label: labels.showAll },
      separator,
      { role: 'quit', label: labels.quit },
    ],
  };
  const closeWindow: Item = { role: 'close', label: labels.closeWindow };
  const file: Item = {
    label: labels.file,
    submenu: [
      ...ownOf('file'),
      separator,
      ...(isMac
        ? [closeWindow]
        : [...ownOf('settings'), separator, { role: 'quit', label: labels.quit } satisfies Item]),
    ],
  };
  const edit: Item = {
    label: labels.edit,
    submenu: [
      { role: 'undo', label: labels.undo },
      { role: 'redo', label: labels.redo },
      separator,
      { role: 'cut', label: labels.cut },
      { role: 'copy', label: labels.copy },
      { role: 'paste', label: labels.paste },
      { role: 'selectAll', label: labels.selectAll },
      separator,
      ...ownOf('edit'),
    ],
  };
  const view: Item = {
    label: labels.view,
    submenu: [
      ...ownOf('screens'),
      separator,
      ...ownOf('view'),
      separator,
      { role: 'resetZoom', label: labels.actualSize },
      { role: 'zoomIn', label: labels.zoomIn },
      { role: 'zoomOut', label: labels.zoomOut },
      separator,
      { role: 'togglefullscreen', label: labels.fullScreen },
      ...(isPackaged ? [] : [{ role: 'toggleDevTools', label: labels.developerTools } satisfies Item]),
    ],
  };
  const window: Item = {
    role: 'window',
    label: labels.window,
    submenu: isMac
      ? [
          { role: 'minimize', label: labels.minimize },
          { role: 'zoom', label: labels.zoomWindow },
          separator,
          { role: 'front', label: labels.front },
        ]
      : [{ role: 'minimize', label: labels.minimize }, closeWindow],
  };
  const help: Item = {
    role: 'help',
    label: labels.help,
    submenu: isMac ? ownOf('help') : [...ownOf('help'), separator, about],
  };

  return [...(isMac ? [application] : []), file, edit, view, window, help];
}
