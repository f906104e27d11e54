import path from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { ProgramWindow } from '../shared/settings/choices.ts';
import { pageUrl } from './page-scheme.ts';
import { showWhenReady } from './window-appearance.ts';
import { type Area, loadWindowBounds, placeWindow, saveWindowBounds, windowSizes } from './window-bounds.ts';

/** Background of the page in each theme (renderer/ui/tokens.css), so that the window does not flash before the page is drawn. */
const backgrounds = { dark: '#0d1014', light: '#ffffff' };

/** Hash of the page's URL, which selects what the window shows (renderer/app/App.tsx). */
const pageHashes: Readonly<Record<ProgramWindow, string>> = { main: '', watch: '#watch' };

export interface ProgramWindowOptions {
  kind: ProgramWindow;
  /** Folder with the built main, preload and renderer. */
  out: string;
  icon: string;
  /** File with the saved bounds of the window. */
  boundsFile: string;
  /** Called if the page is not painted within 10 s. */
  onNotPainted: () => void;
}

/** Opens a window. All windows of the program are created here: each shows the own page with all protections. */
export function openProgramWindow(options: ProgramWindowOptions): BrowserWindow {
  const { kind, out, icon, boundsFile, onNotPainted } = options;
  const sizes = windowSizes[kind];
  const { maximized, ...bounds } = placeWindow(loadWindowBounds(boundsFile), workAreas(), sizes);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: Math.min(sizes.minimum.width, bounds.width),
    minHeight: Math.min(sizes.minimum.height, bounds.height),
    alwaysOnTop: kind === 'watch',
    show: false,
    icon,
    backgroundColor: background(),
    webPreferences: {
      preload: path.join(out, 'preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // A user of an installed program could be talked into running foreign code in them.
      devTools: !app.isPackaged,
    },
  });

  // Most of the menu belongs to the main window. The menu is hidden and not removed, so that its keys for zoom and closing work.
  if (kind === 'watch') window.setMenuBarVisibility(false);

  const followTheme = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', followTheme);
  // Maximizing shows the window, so it must wait, too.
  showWhenReady(window, () => (maximized ? window.maximize() : window.show()), onNotPainted);
  window.on('close', () => {
    const wasMaximized = window.isVisible() ? window.isMaximized() : maximized;
    saveWindowBounds(boundsFile, { ...window.getNormalBounds(), maximized: wasMaximized });
  });
  window.once('closed', () => nativeTheme.off('updated', followTheme));
  void window.loadURL(`${pageUrl}${pageHashes[kind]}`);
  return window;
}

function background(): string {
  return nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light;
}

function workAreas(): [Area, ...Area[]] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}
