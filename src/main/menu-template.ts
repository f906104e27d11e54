import type { MenuItemConstructorOptions } from 'electron';
import { screens } from '../shared/choices.ts';
import type { EventOf } from '../shared/contract.ts';
import type { HostText } from '../shared/text/host-en.ts';

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/** The menu of the program. What it shows of Orderglass' own is sent to the page as a command. */
export function menuTemplate(
  platform: NodeJS.Platform,
  text: HostText,
  send: (command: EventOf<'command'>) => void,
): Item[] {
  const labels = text.menu;
  const isMac = platform === 'darwin';

  const application: Item = {
    label: text.product,
    submenu: [
      { role: 'about', label: labels.about },
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
  const file: Item = {
    label: labels.file,
    submenu: [isMac ? { role: 'close', label: labels.closeWindow } : { role: 'quit', label: labels.quit }],
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
    ],
  };
  const view: Item = {
    label: labels.view,
    submenu: [
      ...screens.map(
        (screen, position): Item => ({
          label: text.screens[screen],
          accelerator: `CommandOrControl+${position + 1}`,
          click: () => send({ name: 'show-screen', screen }),
        }),
      ),
      separator,
      { label: labels.refresh, accelerator: 'CommandOrControl+R', click: () => send({ name: 'refresh' }) },
      separator,
      { role: 'resetZoom', label: labels.actualSize },
      { role: 'zoomIn', label: labels.zoomIn },
      { role: 'zoomOut', label: labels.zoomOut },
      separator,
      { role: 'togglefullscreen', label: labels.fullScreen },
      { role: 'toggleDevTools', label: labels.developerTools },
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
      : [
          { role: 'minimize', label: labels.minimize },
          { role: 'close', label: labels.closeWindow },
        ],
  };
  const help: Item = { role: 'help', label: labels.help, submenu: [{ role: 'about', label: labels.about }] };

  return isMac ? [application, file, edit, view, window] : [file, edit, view, window, help];
}
