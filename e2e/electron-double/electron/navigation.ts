import type { WebContents } from 'electron';
import type { Session } from '../chromium/connection.ts';
import type { Frame } from '../chromium/frame-tree.ts';
import type { PausedRequest } from '../chromium/protocol.ts';
import { createEvent, type EmitterDouble } from '../emitter.ts';
import { addresses } from '../runtime.ts';
import type { Permissions } from './permissions.ts';
import type { ProtocolDouble } from './protocol.ts';
import type { WebContentsEvents } from './web-contents-events.ts';
import { webFrameOf } from './web-frame-main.ts';

export interface NavigationOptions {
  emitter: Pick<EmitterDouble<WebContents, WebContentsEvents>, 'emit'>;
  protocol: ProtocolDouble;
  permissions: Permissions;
}

/** Lets the program decide about every navigation, and serves the program's own URLs. */
export class Navigation {
  readonly #emitter: NavigationOptions['emitter'];
  readonly #protocol: ProtocolDouble;
  readonly #permissions: Permissions;
  /** URLs that the program is loading, as Chromium's URLs. */
  readonly #ofProgram = new Set<string>();
  /** HTTP status of the main frame's next document, -1 if the double does not know it. */
  #status = { code: -1, text: '' };

  constructor({ emitter, protocol, permissions }: NavigationOptions) {
    this.#emitter = emitter;
    this.#protocol = protocol;
    this.#permissions = permissions;
  }

  /** Announces a navigation by the program, which needs no permission. The URL is Chromium's. */
  startByProgram(url: string): void {
    this.#ofProgram.add(url.split('#', 1)[0] ?? url);
  }

  started(frame: Frame, url: string, isSameDocument: boolean): void {
    this.#emitter.emit('did-start-navigation', this.#event(frame, url, isSameDocument));
  }

  committed(frame: Frame): void {
    this.#ofProgram.clear();
    const { code, text } = this.#status;
    this.#emitter.emit('did-navigate', createEvent({}), addresses.toElectron(frame.url), code, text);
  }

  /** Responds to a request that Chromium paused. */
  async answer(request: PausedRequest, frame: Frame | null, session: Session): Promise<void> {
    const { requestId } = request;
    const { url } = request.request;
    const isDocument = request.resourceType === 'Document' && frame !== null;
    if (isDocument && !this.#isAllowed(request, frame)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    if (isDocument) await this.#permissions.prepare(url, frame.parent === null);
    const scheme = addresses.schemeOf(url);
    const answer = scheme === null ? null : await this.#protocol.answer(scheme, request.request);
    if (isDocument && !frame.parent) this.#status = answer?.status ?? { code: -1, text: '' };
    if (answer) await session.send('Fetch.fulfillRequest', { requestId, ...answer.fulfilment });
    else if (scheme === null) await session.send('Fetch.continueRequest', { requestId });
    else await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  }

  #isAllowed(request: PausedRequest, frame: Frame): boolean {
    const { url } = request.request;
    if (request.redirectedRequestId !== undefined) return this.#isLet('will-redirect', frame, url);
    if (!frame.parent && this.#ofProgram.delete(url)) return true;
    if (!this.#isLet('will-frame-navigate', frame, url)) return false;
    return frame.parent !== null || this.#isLet('will-navigate', frame, url);
  }

  #isLet(name: 'will-redirect' | 'will-frame-navigate' | 'will-navigate', frame: Frame, url: string): boolean {
    const event = this.#event(frame, url, false);
    this.#emitter.emit(name, event);
    return !event.defaultPrevented;
  }

  #event(frame: Frame, chromiumUrl: string, isSameDocument: boolean) {
    return createEvent({
      url: addresses.toElectron(chromiumUrl),
      isSameDocument,
      isMainFrame: frame.parent === null,
      frame: webFrameOf(frame),
    });
  }
}
