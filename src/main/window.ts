import path from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { ProgramWindow } from '../shared/choices.ts';
import { pageUrl } from './own-page.ts';
import { type Area, placeWindow, windowSizes } from './window-bounds.ts';
import { loadWindowBounds, saveWindowBounds } from './window-bounds-file.ts';

/** The page's own background in either theme, so that nothing flashes before it is drawn (renderer/styles/tokens.css). */
const backgrounds = { dark: '#0d1014', light: '#ffffff' };

/** Which part of the page a window shows (renderer/app/App.tsx). */
const pageParts: Readonly<Record<ProgramWindow, string>> = { main: '', watch: '#watch' };

export interface ProgramWindowOptions {
  kind: ProgramWindow;
  /** The folder that holds the built main, preload and renderer. */
  out: string;
  icon: string;
  /** Where the window's place is remembered. */
  placeFile: string;
}

/** The one place where windows are made: all of them show the own page, with every protection. */
export function openProgramWindow({ kind, out, icon, placeFile }: ProgramWindowOptions): BrowserWindow {
  const sizes = windowSizes[kind];
  const { maximized, ...bounds } = placeWindow(loadWindowBounds(placeFile), workAreas(), sizes);
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
    },
  });

  // Most of the menu is of the other window. Hidden, and not removed, so that its keys for zoom and closing stay.
  if (kind === 'watch') window.setMenuBarVisibility(false);

  const followTheme = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', followTheme);
  window.once('ready-to-show', () => {
    // It also shows the window, so it has to wait for something to show.
    if (maximized) window.maximize();
    else window.show();
  });
  window.on('close', () => {
    const wasMaximized = window.isVisible() ? window.isMaximized() : maximized;
    saveWindowBounds(placeFile, { ...window.getNormalBounds(), maximized: wasMaximized });
  });
  window.once('closed', () => nativeTheme.off('updated', followTheme));
  void window.loadURL(`${pageUrl}${pageParts[kind]}`);
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
