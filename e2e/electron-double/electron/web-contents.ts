import type { DownloadItem, HandlerDetails, WebContents, WebFrameMain, WebPreferences } from 'electron';
import { type PageOwner, PageTarget } from '../chromium/page-target.ts';
import { createEvent, EmitterDouble } from '../emitter.ts';
import { NotModeled, standIn } from '../not-modeled.ts';
import { createCodec } from '../page/codec.ts';
import type { ToPage } from '../page/messages.ts';
import type { PageScripts } from '../page/scripts.ts';
import { addresses, browserContextId, connect, reportFault } from '../runtime.ts';
import { DownloadItemDouble } from './download-item.ts';
import { Navigation } from './navigation.ts';
import { PageMessages } from './page-messages.ts';
import { Permissions } from './permissions.ts';
import type { ProtocolDouble } from './protocol.ts';
import type { SessionDouble } from './session.ts';
import { type WebContentsEvents, webContentsEvents } from './web-contents-events.ts';
import { webFrameOf } from './web-frame-main.ts';

export interface WebContentsOptions {
  session: SessionDouble;
  protocol: ProtocolDouble;
  preferences: WebPreferences;
  scripts: PageScripts;
}

type WindowOpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

const { encode } = createCodec();
let lastId = 0;

export class WebContentsDouble
  extends EmitterDouble<WebContents, WebContentsEvents>
  implements
    Pick<
      WebContents,
      | 'id'
      | 'session'
      | 'mainFrame'
      | 'send'
      | 'loadURL'
      | 'reload'
      | 'getURL'
      | 'isDestroyed'
      | 'executeJavaScript'
      | 'forcefullyCrashRenderer'
      | 'setWindowOpenHandler'
    >
{
  readonly id: number;
  readonly #session: SessionDouble;
  readonly #preferences: WebPreferences;
  readonly #navigation: Navigation;
  readonly #messages: PageMessages;
  readonly #opening: Promise<PageTarget>;
  #page: PageTarget | null = null;
  #windowOpenHandler: WindowOpenHandler | null = null;
  #isLoading = false;
  #isDestroyed = false;

  constructor({ session, protocol, preferences, scripts }: WebContentsOptions) {
    super(webContentsEvents);
    lastId += 1;
    this.id = lastId;
    this.#session = session;
    this.#preferences = preferences;
    const contents: WebContents = standIn(this);
    const page = (): PageTarget => this.#openPage;
    const permissions = new Permissions(session, (url, isMainFrame) => ({ contents, isMainFrame, url }));
    this.#navigation = new Navigation({ emitter: this, protocol, permissions });
    this.#messages = new PageMessages({
      page,
      contents,
      permissions,
      openWindow: (url, frameName, features) => this.#mayOpenWindow(url, frameName, features),
    });
    this.#opening = this.#open(scripts);
    this.#opening.catch(reportFault);
  }

  get session(): WebContents['session'] {
    return standIn(this.#session);
  }

  get mainFrame(): WebFrameMain {
    return webFrameOf(this.#openPage.frames.main);
  }

  /** Undocumented in Electron, but used by tests. */
  getLastWebPreferences(): WebPreferences {
    return { ...this.#preferences };
  }

  getURL(): string {
    return this.#page ? addresses.toElectron(this.#page.frames.main.url) : '';
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler;
  }

  /** Does nothing if the page has no document. */
  send(channel: string, ...args: unknown[]): void {
    this.#refuseWhenDestroyed();
    const message: ToPage = { kind: 'event', channel, args: encode(structuredClone(args)) };
    const main = this.#page?.frames.main;
    if (main) this.#messages.tell(message, main, () => main.isolatedWorld !== null);
  }

  loadURL(url: string): Promise<void> {
    this.#refuseWhenDestroyed();
    const loading = this.#load(url);
    // An unhandled failure does not end the program, as in Electron.
    loading.catch(() => {});
    return loading;
  }

  reload(): void {
    this.#refuseWhenDestroyed();
    const page = this.#openPage;
    this.#navigation.startByProgram(page.frames.main.url);
    page.reload().catch(reportFault);
  }

  async executeJavaScript(code: string): Promise<unknown> {
    this.#refuseWhenDestroyed();
    if (this.#isLoading) await this.#untilLoaded();
    return this.#openPage.evaluate(this.#openPage.frames.main, 'mainWorld', code);
  }

  forcefullyCrashRenderer(): void {
    this.#refuseWhenDestroyed();
    void this.#openPage.crash();
  }

  /** Sends a message that no preload script would send, like a page that has escaped from its world. */
  async forge(frameUrl: string, channel: string, args: unknown[]): Promise<unknown> {
    const frame = [...this.#openPage.frames].find(({ url }) => addresses.toElectron(url) === frameUrl);
    if (!frame) throw new Error(`No frame shows ${frameUrl}.`);
    const code = `electronDouble.invoke(${JSON.stringify(channel)}, ${JSON.stringify(encode(structuredClone(args)))})`;
    return this.#openPage.evaluate(frame, 'isolatedWorld', code);
  }

  /** Closes the page. The window has asked for permission before. */
  async destroy(): Promise<void> {
    const page = await this.#opening;
    await page.close();
  }

  async #open(scripts: PageScripts): Promise<PageTarget> {
    const connection = await connect();
    const page = await PageTarget.open(connection, this.#createOwner(), {
      browserContextId,
      scripts,
      patterns: addresses.patterns,
    });
    this.#page = page;
    return page;
  }

  get #openPage(): PageTarget {
    this.#refuseWhenDestroyed();
    if (!this.#page) throw new NotModeled('looking into a window before its page is there');
    return this.#page;
  }

  #refuseWhenDestroyed(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }

  async #load(url: string): Promise<void> {
    const page = await this.#opening;
    const target = addresses.toChromium(url);
    this.#navigation.startByProgram(target);
    this.#isLoading = true;
    const loaded = this.#untilLoaded();
    const errorText = await page.navigate(target);
    if (errorText !== '') {
      this.#isLoading = false;
      const code = errorText.replace('net::', '');
      throw Object.assign(new Error(`${code} loading '${url}'`), { code, url });
    }
    await loaded;
  }

  #untilLoaded(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.off('did-finish-load', finish);
        this.off('destroyed', fail);
      };
      const finish = (): void => {
        end();
        resolve();
      };
      const fail = (): void => {
        end();
        reject(new Error('ERR_FAILED'));
      };
      this.on('did-finish-load', finish);
      this.on('destroyed', fail);
    });
  }

  #createOwner(): PageOwner {
    return {
      startedNavigation: (frame, url) => {
        if (!frame.parent) this.#isLoading = true;
        this.#navigation.started(frame, url, false);
      },
      navigatedWithinDocument: (frame) => this.#navigation.started(frame, frame.url, true),
      paused: (request, frame, session) => {
        this.#navigation.answer(request, frame, session).catch(reportFault);
      },
      committed: (frame) => {
        if (frame.parent) return;
        this.#navigation.committed(frame);
      },
      loaded: () => {
        this.#isLoading = false;
        this.emit('did-finish-load');
      },
      said: (text, frame, isThere) => this.#messages.receive(JSON.parse(text), frame, isThere),
      crashed: () => {
        // Emit in a separate task, as in Electron, so that a program that reloads is not inside the crash.
        setImmediate(() => {
          if (!this.#isDestroyed) this.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 1 });
        });
      },
      closed: () => {
        this.#isDestroyed = true;
        this.emit('destroyed');
      },
      startedDownload: (url, name, guid) => {
        const item = standIn<DownloadItem>(new DownloadItemDouble(addresses.toElectron(url), name));
        const event = createEvent({});
        this.#session.emit('will-download', event, item, standIn<WebContents>(this));
        if (event.defaultPrevented) void this.#openPage.cancelDownload(guid);
      },
      openedWindow: (url) => this.#mayOpenWindow(url, '', ''),
    };
  }

  #mayOpenWindow(chromiumUrl: string, frameName: string, features: string): boolean {
    const details: HandlerDetails = {
      url: addresses.toElectron(chromiumUrl),
      frameName: frameName === '_blank' ? '' : frameName,
      features,
      disposition: features === '' ? 'foreground-tab' : 'new-window',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    };
    const isDenied = this.#windowOpenHandler?.(details).action === 'deny';
    if (!isDenied) reportFault(new NotModeled('a window that a page opens'));
    return !isDenied;
  }
}
