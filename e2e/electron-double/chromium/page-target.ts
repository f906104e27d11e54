import type { PageScripts } from '../page/scripts.ts';
import { isolatedWorldName } from '../page/scripts.ts';
import type { Connection, Session } from './connection.ts';
import { type Frame, FrameTree } from './frame-tree.ts';
import type { PausedRequest } from './protocol.ts';

/** Who owns a page and hears what happens in it. URLs are Chromium's. */
export interface PageOwner {
  startedNavigation(frame: Frame, url: string): void;
  navigatedWithinDocument(frame: Frame): void;
  /** Every request of a document, and whatever goes to the program's own addresses; it must be answered. */
  paused(request: PausedRequest, frame: Frame | null, session: Session): void;
  committed(frame: Frame): void;
  loaded(): void;
  /** A text from the isolated world of a frame. `isThere` tells whether that document still is. */
  said(text: string, frame: Frame, isThere: () => boolean): void;
  crashed(): void;
  /** The page is gone, whoever closed it. */
  closed(): void;
  /** The page has a file downloaded. */
  startedDownload(url: string, name: string, guid: string): void;
  /** The page got itself a window from Chromium (a link with a target, a click with a modifier): may it keep it? */
  openedWindow(url: string): boolean;
}

export interface PageOptions {
  browserContextId: string;
  scripts: PageScripts;
  /** URL patterns of which Chromium asks, beside every document. */
  patterns: readonly string[];
}

/** A page of Chromium, with every frame in it, also those in processes of their own. */
export class PageTarget {
  readonly frames: FrameTree;
  readonly #connection: Connection;
  readonly #targetId: string;
  readonly #session: Session;
  readonly #owner: PageOwner;
  readonly #options: PageOptions;
  /** URLs of windows that the page has asked Chromium for. */
  readonly #wishes: string[] = [];
  #isClosed = false;

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
    // The main frame of a page has the page's own id.
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
    this.#session.on('Page.windowOpen', ({ url }) => this.#wishes.push(url));
    browser.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId } }) => {
      if (type !== 'page' || openerId !== this.#targetId) return;
      if (!this.#owner.openedWindow(this.#wishes.shift() ?? ''))
        void browser.send('Target.closeTarget', { targetId }).catch(() => {});
    });
    this.#session.on('Inspector.targetCrashed', () => {
      this.frames.forgetWorlds(this.#session);
      this.#owner.crashed();
    });
    this.#session.on('Page.loadEventFired', () => this.#owner.loaded());
    await Promise.all([browser.send('Target.setDiscoverTargets', { discover: true }), this.#prepare(this.#session)]);
  }

  /** Puts the scripts in place for every document to come, and listens to the frames that `session` reaches. */
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
      // In this order they are run.
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
      if (frame && !/sameDocument$/i.test(navigationType)) this.#owner.startedNavigation(frame, url);
    });
    session.on('Page.frameNavigated', ({ frame: { id, url, urlFragment = '' } }) => {
      const frame = frames.commit(id, url + urlFragment);
      if (frame) this.#owner.committed(frame);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = frames.get(frameId);
      if (!frame) return;
      frame.url = url;
      this.#owner.navigatedWithinDocument(frame);
    });
    session.on('Page.downloadWillBegin', ({ url, suggestedFilename, guid }) =>
      this.#owner.startedDownload(url, suggestedFilename, guid),
    );
    session.on('Fetch.requestPaused', (request) => this.#owner.paused(request, frames.get(request.frameId), session));
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
      // A frame that has just moved to this process says so first by its worlds.
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
        this.#owner.said(payload, frame, () => frames.ofIsolatedWorld(session, executionContextId) === frame);
    });
  }

  /** Answers Chromium's name for what went wrong; '' for nothing. */
  async navigate(url: string): Promise<string> {
    const { errorText = '' } = await this.#session.send('Page.navigate', { url });
    return errorText;
  }

  async reload(): Promise<void> {
    await this.#session.send('Page.reload');
  }

  async cancelDownload(guid: string): Promise<void> {
    const { browserContextId } = this.#options;
    // It may have come to its end in the meantime.
    await this.#connection.browser.send('Browser.cancelDownload', { guid, browserContextId }).catch(() => {});
  }

  async crash(): Promise<void> {
    // The answer would have to come from the process that this ends.
    await this.#session.send('Page.crash').catch(() => {});
  }

  /** Runs an expression in a world of a frame and answers its value, as far as JSON can carry it. */
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
    if (!this.#isClosed) await this.#connection.browser.send('Target.closeTarget', { targetId: this.#targetId });
    this.#end();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const frame of this.frames) {
      frame.mainWorld = null;
      frame.isolatedWorld = null;
    }
    this.#owner.closed();
  }
}

function readFrameId(auxData: object | undefined): string | undefined {
  return auxData && 'frameId' in auxData && typeof auxData.frameId === 'string' ? auxData.frameId : undefined;
}

function readIsDefault(auxData: object | undefined): boolean {
  return auxData !== undefined && 'isDefault' in auxData && auxData.isDefault === true;
}
