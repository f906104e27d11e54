import type { DownloadItem, Session, WebContents } from 'electron';
import { EmitterDouble, type Modeled } from '../emitter.ts';
import { standIn } from '../not-modeled.ts';
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
    >
{
  readonly protocol: Session['protocol'];
  #check: CheckHandler | null = null;
  #request: RequestHandler | null = null;

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
