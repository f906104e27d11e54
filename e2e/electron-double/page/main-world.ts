import type { Bridge, createBridge } from './bridge.ts';
import type { Permission } from './messages.ts';

/**
 * Reproduces Electron's renderer in the world of the page: exposes the preload script's API, and passes requests for
 * permissions and windows to the program. Runs in a page as the text of this function, so it must not use anything
 * outside itself.
 */
export function mainWorld(meeting: string, bridge: typeof createBridge): void {
  // No other script has run yet, and no other script knows the name of the event.
  document.addEventListener(
    meeting,
    (event) => {
      const port = event instanceof MouseEvent ? event.relatedTarget : null;
      if (!port) return;
      const isolated = bridge(port, 'main', 'isolated', { expose });
      passRequests(isolated);
    },
    { once: true },
  );

  function expose(key: unknown, api: unknown): void {
    const name = String(key);
    if (Object.hasOwn(window, name))
      throw new Error('Cannot bind an API on top of an existing property on the window object');
    Object.defineProperty(window, name, { value: freeze(api), enumerable: true, writable: false, configurable: false });
  }

  function freeze(value: unknown): unknown {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
    if (value instanceof Promise || ArrayBuffer.isView(value)) return value;
    for (const item of Object.values(value)) freeze(item);
    return Object.freeze(value);
  }

  function passRequests(isolated: Bridge): void {
    const step = (name: string, permission: Permission): unknown => isolated.call('permission', name, permission);

    /** Lets the program decide before Chromium handles the request. */
    async function request<Result>(permission: Permission, use: () => Promise<Result>): Promise<Result> {
      await step('request', permission);
      try {
        return await use();
      } finally {
        await step('done', permission);
      }
    }

    /** False if a header denies the feature to the page. Chromium then refuses without asking the program. */
    function mayAsk(feature: string): boolean {
      const policy: unknown = Reflect.get(document, 'featurePolicy');
      if (typeof policy !== 'object' || policy === null) return true;
      const allows = Reflect.get(policy, 'allowsFeature') as (name: string) => boolean;
      return Reflect.apply(allows, policy, [feature]);
    }

    window.open = (url = 'about:blank', target = '_blank', features = '') => {
      isolated.call('openWindow', new URL(url, document.baseURI).href, target, features);
      return null;
    };

    const queried: Partial<Record<string, Permission>> = {
      notifications: 'notifications',
      geolocation: 'geolocation',
      'clipboard-read': 'clipboard-read',
      'clipboard-write': 'clipboard-sanitized-write',
    };
    const { query } = Permissions.prototype;
    Permissions.prototype.query = async function (descriptor) {
      const permission = queried[descriptor.name];
      if (permission) await step('check', permission);
      return Reflect.apply(query, this, [descriptor]);
    };

    if ('Notification' in window) {
      const { requestPermission } = Notification;
      Notification.requestPermission = (callback) =>
        request('notifications', () => Reflect.apply(requestPermission, Notification, [callback]));
    }

    if (window.isSecureContext) {
      const { readText, writeText, read, write } = Clipboard.prototype;
      const asking = <Args extends unknown[], Result>(
        permission: Permission,
        feature: string,
        native: (...args: Args) => Promise<Result>,
      ) =>
        function (this: Clipboard, ...args: Args): Promise<Result> {
          const use = (): Promise<Result> => Reflect.apply(native, this, args);
          return mayAsk(feature) ? request(permission, use) : use();
        };
      Clipboard.prototype.readText = asking('clipboard-read', 'clipboard-read', readText);
      Clipboard.prototype.read = asking('clipboard-read', 'clipboard-read', read);
      Clipboard.prototype.writeText = asking('clipboard-sanitized-write', 'clipboard-write', writeText);
      Clipboard.prototype.write = asking('clipboard-sanitized-write', 'clipboard-write', write);

      const { getCurrentPosition } = Geolocation.prototype;
      Geolocation.prototype.getCurrentPosition = function (success, failure, options) {
        const use = (done: () => void): void =>
          Reflect.apply(getCurrentPosition, this, [
            (position: GeolocationPosition) => [success(position), done()],
            (error: GeolocationPositionError) => [failure?.(error), done()],
            options,
          ]);
        if (mayAsk('geolocation')) void request('geolocation', () => new Promise<void>(use));
        else use(() => {});
      };
    }
  }
}
