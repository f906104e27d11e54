import type { DownloadItem, Session, WebContents } from 'electron';
import { EmitterDouble, type Modeled } from '../emitter.ts';
import { NotModeled, standIn } from '../not-modeled.ts';
import type { Permission } from '../page/messages.ts';
import type { ProtocolDouble } from './protocol.ts';

type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type DeviceHandler = Parameters<Session['setDevicePermissionHandler']>[0];
type DisplayMediaHandler = Parameters<Session['setDisplayMediaRequestHandler']>[0];

export interface PermissionAsker {
  contents: WebContents;
  isMainFrame: boolean;
  url: string;
}

interface SessionEvents {
  'will-download': [event: Electron.Event, item: DownloadItem, contents: WebContents];
}

const sessionEvents: Modeled<Session, SessionEvents> = {
  'will-download': (session, listener) => session.on('will-download', listener),
};

export class SessionDouble
  extends EmitterDouble<Session, SessionEvents>
  implements
    Pick<
      Session,
      | 'protocol'
      | 'setPermissionCheckHandler'
      | 'setPermissionRequestHandler'
      | 'setDevicePermissionHandler'
      | 'setDisplayMediaRequestHandler'
      | 'setProxy'
      | 'resolveProxy'
    >
{
  readonly protocol: Session['protocol'];
  #check: CheckHandler | null = null;
  #request: RequestHandler | null = null;
  #proxy = 'DIRECT';

  constructor(protocol: ProtocolDouble) {
    super(sessionEvents);
    this.protocol = standIn<Session['protocol']>(protocol);
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
  }

  /** Never called: pages of the double cannot choose devices. */
  setDevicePermissionHandler(_handler: DeviceHandler): void {}

  /** Never called: pages of the double cannot capture the screen. */
  setDisplayMediaRequestHandler(_handler: DisplayMediaHandler): void {}

  /** Accepts one proxy for all URLs: `proxyRules` of the form "host:port" or "scheme://host:port". */
  async setProxy({ proxyRules = '', ...others }: Parameters<Session['setProxy']>[0]): Promise<void> {
    const [, scheme = 'http', address] = /^(?:(http|https|socks5):\/\/)?([\w.]+:\d+)$/.exec(proxyRules) ?? [];
    if (address === undefined || Object.keys(others).length > 0) throw new NotModeled('these settings of setProxy');
    const kind = scheme === 'http' ? 'PROXY' : scheme.toUpperCase();
    this.#proxy = `${kind} ${address}`;
  }

  async resolveProxy(_url: string): Promise<string> {
    return this.#proxy;
  }

  /** Without a handler all permissions are granted, as in Electron. */
  isAllowed(permission: Permission, { contents, isMainFrame, url }: PermissionAsker): boolean {
    const origin = URL.canParse(url) ? originOf(url) : '';
    return (
      this.#check?.(contents, permission, origin, { isMainFrame, requestingUrl: url, embeddingOrigin: origin }) ?? true
    );
  }

  grants(permission: Permission, { contents, isMainFrame, url }: PermissionAsker): Promise<boolean> {
    const handler = this.#request;
    if (!handler) return Promise.resolve(true);
    return new Promise((resolve) => handler(contents, permission, resolve, { isMainFrame, requestingUrl: url }));
  }
}

/** With a trailing slash, as in Electron. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/`;
}
