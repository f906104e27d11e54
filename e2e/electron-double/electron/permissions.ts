import type { Frame } from '../chromium/frame-tree.ts';
import { type Permission, permissions, type ToProgram } from '../page/messages.ts';
import { addresses, browserContextId, connect } from '../runtime.ts';
import type { PermissionAsker, SessionDouble } from './session.ts';

const namesInChromium: Record<Permission, string> = {
  notifications: 'notifications',
  geolocation: 'geolocation',
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
};

type Asker = (url: string, isMainFrame: boolean) => PermissionAsker;

/** Applies the program's permission decisions in Chromium. */
export class Permissions {
  readonly #session: SessionDouble;
  readonly #asker: Asker;

  constructor(session: SessionDouble, asker: Asker) {
    this.#session = session;
    this.#asker = asker;
  }

  /** Sets the permissions that a document reads without a request (`Notification.permission`). `url` is Chromium's. */
  async prepare(url: string, isMainFrame: boolean): Promise<void> {
    const { origin } = new URL(url);
    if (origin === 'null') return;
    await Promise.all(
      permissions.map((permission) => setPermission(permission, origin, this.#check(permission, url, isMainFrame))),
    );
  }

  async ask({ step, permission }: Extract<ToProgram, { kind: 'permission' }>, frame: Frame): Promise<void> {
    const isMainFrame = frame.parent === null;
    const { origin } = new URL(frame.url);
    // Chromium denies all permissions of opaque origins.
    if (origin === 'null') return;
    const isAllowed =
      step === 'request'
        ? await this.#session.grants(permission, this.#asker(addresses.toElectron(frame.url), isMainFrame))
        : this.#check(permission, frame.url, isMainFrame);
    await setPermission(permission, origin, isAllowed);
  }

  #check(permission: Permission, chromiumUrl: string, isMainFrame: boolean): boolean {
    return this.#session.isAllowed(permission, this.#asker(addresses.toElectron(chromiumUrl), isMainFrame));
  }
}

async function setPermission(permission: Permission, origin: string, isAllowed: boolean): Promise<void> {
  const { browser } = await connect();
  await browser.send('Browser.setPermission', {
    permission: { name: namesInChromium[permission] },
    setting: isAllowed ? 'granted' : 'denied',
    origin,
    browserContextId,
  });
}
