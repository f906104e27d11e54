import type { PageScripts } from '../page/scripts.ts';
import { isolatedWorldName } from '../page/scripts.ts';
import type { Connection, Session } from './connection.ts';
import { type Frame, FrameTree } from './frame-tree.ts';
import type { PausedRequest } from './protocol.ts';

/** Handles the events of a page. URLs are Chromium's. */
export interface PageOwner {
  startedNavigation(frame: Frame, url: string): void;
  navigatedWithinDocument(frame: Frame): void;
  /** A request of a document or of one of the program's URLs. Must be answered. */
  paused(request: PausedRequest, frame: Frame | null, session: Session): void;
  committed(frame: Frame): void;
  loaded(): void;
  /** A message from the isolated world of a frame. `isThere` returns true while the sending document exists. */
  said(text: string, frame: Frame, isThere: () => boolean): void;
  crashed(): void;
  /** The page was closed, by the program or by Chromium. */
  closed(): void;
  /** The page started a download. */
  startedDownload(url: string, name: string, guid: string): void;
  /**
   * Chromium opened a window for the page (a link with a target, a click with a modifier). Returns true if the window
   * may stay.
   */
  openedWindow(url: string): boolean;
}

export interface PageOptions {
  browserContextId: string;
  scripts: PageScripts;
  /** URL patterns of further requests to pause, beside documents. */
  patterns: readonly string[];
}

/** A page of Chromium with all its frames, including those in other processes. */
export class PageTarget {
  readonly frames: FrameTree;
  readonly #connection: Connection;
  readonly #targetId: string;
  readonly #session: Session;
  /** `null` once the page is closed: Chromium sends events after that, Electron does not. */
  #owner: PageOwner | null;
  readonly #options: PageOptions;
  /** URLs of windows that the page requested from Chromium. */
  readonly #requestedWindows: string[] = [];

  private constructor(
    connection: Connection,
    targetId: string,
    session: Session,
    owner: PageOwner,
    options: PageOptions,
  ) {
    this.#connection = connection;
    this.#targetId = targetId;
    this.#session = session;
    this.#owner = owner;
    this.#options = options;
    // A page's main frame has the ID of the page.
    this.frames = new FrameTree(session, targetId);
  }

  static async open(connection: Connection, owner: PageOwner, options: PageOptions): Promise<PageTarget> {
    const { browser } = connection;
    const { browserContextId } = options;
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new PageTarget(connection, targetId, connection.session(sessionId), owner, options);
    await page.#watch();
    return page;
  }

  async #watch(): Promise<void> {
    const { browser } = this.#connection;
    browser.on('Target.targetDestroyed', ({ targetId }) => {
      if (targetId === this.#targetId) this.#end();
    });
    this.#session.on('Page.windowOpen', ({ url }) => this.#requestedWindows.push(url));
    browser.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId } }) => {
      if (type !== 'page' || openerId !== this.#targetId) return;
      if (!this.#owner?.openedWindow(this.#requestedWindows.shift() ?? ''))
        void browser.send('Target.closeTarget', { targetId }).catch(() => {});
    });
    this.#session.on('Inspector.targetCrashed', () => {
      this.frames.forgetWorlds(this.#session);
      this.#owner?.crashed();
    });
    this.#session.on('Page.loadEventFired', () => this.#owner?.loaded());
    await Promise.all([browser.send('Target.setDiscoverTargets', { discover: true }), this.#prepare(this.#session)]);
  }

  /**
   * Installs the scripts for all future documents of the frames that `session` reaches, and listens to these frames.
   */
  async #prepare(session: Session): Promise<void> {
    this.#listen(session);
    const { scripts, patterns } = this.#options;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', {
        patterns: [
          ...patterns.map((urlPattern) => ({ urlPattern })),
          { urlPattern: '*', resourceType: 'Document' as const },
        ],
      }),
      session.send('Runtime.addBinding', { name: scripts.binding, executionContextName: isolatedWorldName }),
      // Chromium runs the scripts in this order.
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.main }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolated, worldName: isolatedWorldName }),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'iframe' }],
      }),
    ]);
  }

  #listen(session: Session): void {
    const { frames } = this;
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => frames.attach(session, frameId, parentFrameId));
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') frames.detach(frameId);
    });
    session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
      const frame = frames.get(frameId);
      if (frame && !/sameDocument$/i.test(navigationType)) this.#owner?.startedNavigation(frame, url);
    });
    session.on('Page.frameNavigated', ({ frame: { id, url, urlFragment = '' } }) => {
      const frame = frames.commit(id, url + urlFragment);
      if (frame) this.#owner?.committed(frame);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = frames.get(frameId);
      if (!frame) return;
      frame.url = url;
      this.#owner?.navigatedWithinDocument(frame);
    });
    session.on('Page.downloadWillBegin', ({ url, suggestedFilename, guid }) =>
      this.#owner?.startedDownload(url, suggestedFilename, guid),
    );
    session.on('Fetch.requestPaused', (request) => this.#owner?.paused(request, frames.get(request.frameId), session));
    this.#listenToWorlds(session);
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = this.#connection.session(sessionId);
      const frame = frames.get(targetInfo.targetId);
      if (frame) frame.session = child;
      void this.#prepare(child).then(() => child.send('Runtime.runIfWaitingForDebugger'));
    });
  }

  #listenToWorlds(session: Session): void {
    const { frames } = this;
    session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      const frame = frames.get(readFrameId(auxData));
      if (!frame) return;
      // The first event of a frame that moved to this process is a new world.
      frame.session = session;
      if (name === isolatedWorldName) frame.isolatedWorld = id;
      else if (readIsDefault(auxData)) frame.mainWorld = id;
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      frames.forgetWorld(session, executionContextId),
    );
    session.on('Runtime.executionContextsCleared', () => frames.forgetWorlds(session));
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      const frame = frames.ofIsolatedWorld(session, executionContextId);
      if (frame && name === this.#options.scripts.binding)
        this.#owner?.said(payload, frame, () => frames.ofIsolatedWorld(session, executionContextId) === frame);
    });
  }

  /** Returns Chromium's error text, or '' on success. */
  async navigate(url: string): Promise<string> {
    const { errorText = '' } = await this.#session.send('Page.navigate', { url });
    return errorText;
  }

  async reload(): Promise<void> {
    await this.#session.send('Page.reload');
  }

  async cancelDownload(guid: string): Promise<void> {
    const { browserContextId } = this.#options;
    // The download may have ended meanwhile.
    await this.#connection.browser.send('Browser.cancelDownload', { guid, browserContextId }).catch(() => {});
  }

  async crash(): Promise<void> {
    // The crashed process cannot respond.
    await this.#session.send('Page.crash').catch(() => {});
  }

  /** Evaluates an expression in a world of a frame. Returns its value as JSON. */
  async evaluate(frame: Frame, world: 'mainWorld' | 'isolatedWorld', expression: string): Promise<unknown> {
    const contextId = frame[world];
    if (contextId === null) throw new Error('The frame has no document.');
    const { result, exceptionDetails } = await frame.session.send('Runtime.evaluate', {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text);
    return result.value;
  }

  async close(): Promise<void> {
    if (this.#owner) await this.#connection.browser.send('Target.closeTarget', { targetId: this.#targetId });
    this.#end();
  }

  #end(): void {
    const owner = this.#owner;
    if (!owner) return;
    this.#owner = null;
    for (const frame of this.frames) {
      frame.mainWorld = null;
      frame.isolatedWorld = null;
    }
    owner.closed();
  }
}

function readFrameId(auxData: object | undefined): string | undefined {
  return auxData && 'frameId' in auxData && typeof auxData.frameId === 'string' ? auxData.frameId : undefined;
}

function readIsDefault(auxData: object | undefined): boolean {
  return auxData !== undefined && 'isDefault' in auxData && auxData.isDefault === true;
}
