import { readFileSync } from 'node:fs';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebContents, WebPreferences } from 'electron';
import { createEvent, EmitterDouble } from '../emitter.ts';
import { NotModeled, refuseOtherKeys, standIn } from '../not-modeled.ts';
import { createPageScripts } from '../page/scripts.ts';
import type { AppDouble, OpenWindow } from './app.ts';
import type { ProtocolDouble } from './protocol.ts';
import { display } from './screen.ts';
import type { SessionDouble } from './session.ts';
import { WebContentsDouble } from './web-contents.ts';

type Event = Electron.Event;

interface WindowEvents {
  'ready-to-show': [];
  close: [event: Event];
  closed: [];
  show: [];
}

const modeledOptions = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'alwaysOnTop',
  'show',
  'title',
  'icon',
  'backgroundColor',
  'webPreferences',
];

/** Electron's defaults. */
const usualPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: true,
  devTools: true,
} satisfies WebPreferences;

/** The only preferences that the double models. Other values throw `NotModeled`. */
const onlyPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  webviewTag: false,
} satisfies WebPreferences;

/** Objects that all windows of a program share. */
export interface WindowSurroundings {
  app: AppDouble;
  session: SessionDouble;
  protocol: ProtocolDouble;
}

let surroundings: WindowSurroundings | null = null;
const windows = new Set<BrowserWindowDouble>();
let lastId = 0;

export function placeWindowsIn(given: WindowSurroundings): void {
  surroundings = given;
}

export class BrowserWindowDouble
  extends EmitterDouble<BrowserWindow, WindowEvents>
  implements
    OpenWindow,
    Pick<
      BrowserWindow,
      | 'id'
      | 'webContents'
      | 'loadURL'
      | 'close'
      | 'destroy'
      | 'isDestroyed'
      | 'show'
      | 'hide'
      | 'isVisible'
      | 'focus'
      | 'isFocused'
      | 'flashFrame'
      | 'minimize'
      | 'isMinimized'
      | 'restore'
      | 'maximize'
      | 'isMaximized'
      | 'getBounds'
      | 'getNormalBounds'
      | 'setBounds'
      | 'isAlwaysOnTop'
      | 'isMenuBarVisible'
      | 'setMenuBarVisibility'
      | 'setBackgroundColor'
    >
{
  readonly id: number;
  readonly #app: AppDouble;
  readonly #contents: WebContentsDouble;
  readonly #smallest: { width: number; height: number };
  #bounds: Rectangle;
  readonly #isAlwaysOnTop: boolean;
  #isMenuBarVisible = true;
  #isVisible: boolean;
  #isFocused = false;
  #isMinimized = false;
  #isMaximized = false;
  #isDestroyed = false;

  static getAllWindows(): BrowserWindow[] {
    return [...windows].map((window) => standIn<BrowserWindow>(window));
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    const owner = [...windows].find((window) => window.#contents.id === contents.id);
    return owner ? standIn<BrowserWindow>(owner) : null;
  }

  /** Calls `WebContentsDouble.forge` in the first window. */
  static async forge(frameUrl: string, channel: string, args: unknown[]): Promise<unknown> {
    const [window] = windows;
    if (!window) throw new Error('No window is open.');
    return window.#contents.forge(frameUrl, channel, args);
  }

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super({
      'ready-to-show': (window, listener) => window.on('ready-to-show', listener),
      close: (window, listener) => window.on('close', listener),
      closed: (window, listener) => window.on('closed', listener),
      show: (window, listener) => window.on('show', listener),
    });
    if (!surroundings?.app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    refuseOtherKeys(options, modeledOptions, 'BrowserWindow');
    const { app, session, protocol } = surroundings;
    const preferences = readPreferences(options.webPreferences);
    lastId += 1;
    this.id = lastId;
    this.#app = app;
    this.#smallest = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 };
    this.#bounds = placeOf(options);
    this.#isAlwaysOnTop = options.alwaysOnTop ?? false;
    this.#isVisible = options.show ?? true;
    this.#contents = new WebContentsDouble({
      session,
      protocol,
      preferences,
      scripts: createPageScripts(
        preferences.preload === undefined ? '' : readFileSync(preferences.preload, 'utf8'),
        preferences.nodeIntegrationInSubFrames ?? false,
      ),
    });
    windows.add(this);
    app.adopt(this);
    app.emit('web-contents-created', createEvent({}), this.webContents);
    this.#contents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.#contents.once('destroyed', () => this.#end());
  }

  get webContents(): WebContents {
    this.#refuseWhenDestroyed();
    return standIn<WebContents>(this.#contents);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  close(): void {
    if (this.#isDestroyed) return;
    const event = createEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) this.#app.keep();
    else this.destroy();
  }

  destroy(): void {
    void this.#contents.destroy();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  show(): void {
    this.#refuseWhenDestroyed();
    if (!this.#isVisible) {
      this.#isVisible = true;
      this.emit('show');
    }
    this.focus();
  }

  hide(): void {
    this.#refuseWhenDestroyed();
    if (!this.#isVisible) return;
    this.#isVisible = false;
    this.#isFocused = false;
  }

  isVisible(): boolean {
    return this.#isVisible && !this.#isMinimized;
  }

  focus(): void {
    this.#refuseWhenDestroyed();
    if (this.#isFocused || !this.isVisible()) return;
    for (const window of windows) window.#isFocused = window === this;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  /** Has no effect: there is no task bar. */
  flashFrame(_flag: boolean): void {
    this.#refuseWhenDestroyed();
  }

  minimize(): void {
    this.#refuseWhenDestroyed();
    this.#isMinimized = true;
    this.#isFocused = false;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  restore(): void {
    this.#refuseWhenDestroyed();
    if (!this.#isMinimized) return;
    this.#isMinimized = false;
  }

  /** Also shows the window, as Electron documents. */
  maximize(): void {
    this.#refuseWhenDestroyed();
    if (this.#isMaximized) return;
    this.#isMaximized = true;
    this.#isVisible = true;
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  getBounds(): Rectangle {
    return this.#isMaximized ? { ...display.workArea } : { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#refuseWhenDestroyed();
    const { x, y, width, height } = { ...this.#bounds, ...bounds };
    this.#bounds = {
      x,
      y,
      width: Math.max(width, this.#smallest.width),
      height: Math.max(height, this.#smallest.height),
    };
  }

  isAlwaysOnTop(): boolean {
    return this.#isAlwaysOnTop;
  }

  /** Like Electron on Windows and Linux. */
  isMenuBarVisible(): boolean {
    return this.#isMenuBarVisible;
  }

  setMenuBarVisibility(visible: boolean): void {
    this.#refuseWhenDestroyed();
    this.#isMenuBarVisible = visible;
  }

  setBackgroundColor(_color: string): void {
    this.#refuseWhenDestroyed();
  }

  #refuseWhenDestroyed(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }

  #end(): void {
    this.#isDestroyed = true;
    windows.delete(this);
    this.emit('closed');
    this.#app.release(this);
  }
}

function readPreferences(given: WebPreferences = {}): WebPreferences {
  refuseOtherKeys(given, [...Object.keys(usualPreferences), 'preload'], 'webPreferences');
  const preferences = { ...usualPreferences, ...given };
  for (const [name, value] of Object.entries(onlyPreferences)) {
    if (Reflect.get(preferences, name) !== value) throw new NotModeled(`a window whose ${name} is not ${value}`);
  }
  return preferences;
}

/** Returns the window's bounds. Default: centered. */
function placeOf({ x, y, width = 800, height = 600 }: BrowserWindowConstructorOptions): Rectangle {
  const { workArea } = display;
  return {
    x: x ?? Math.round(workArea.x + (workArea.width - width) / 2),
    y: y ?? Math.round(workArea.y + (workArea.height - height) / 2),
    width,
    height,
  };
}
