import { EventEmitter } from 'node:events';
import type { App, Session, WindowOpenHandlerResponse } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { pageUrl } from './page-scheme.ts';
import { blockNavigation, confineDownloads, denyPermissions } from './security.ts';

class Contents extends EventEmitter {
  openWindow: ((details: { url: string }) => WindowOpenHandlerResponse) | undefined;
  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse): void {
    this.openWindow = handler;
  }
}

function confinedContents(): Contents {
  const app = new EventEmitter();
  blockNavigation(app as unknown as App);
  const contents = new Contents();
  app.emit('web-contents-created', {}, contents);
  return contents;
}

describe('every page of the app', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays on the own page: %s', (name) => {
    const contents = confinedContents();
    const isDenied = (url: string): boolean => {
      const preventDefault = vi.fn();
      contents.emit(name, { url, preventDefault });
      return preventDefault.mock.calls.length > 0;
    };
    expect(isDenied(pageUrl)).toBe(false);
    for (const url of ['https://evil.example/', 'file:///etc/passwd', 'about:blank', 'data:text/html,a']) {
      expect(isDenied(url), url).toBe(true);
    }
  });

  it('attaches no web view', () => {
    const preventDefault = vi.fn();
    confinedContents().emit('will-attach-webview', { preventDefault }, {}, { src: pageUrl });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  it('opens no window, not even of the own page', () => {
    for (const url of [pageUrl, 'https://evil.example/']) {
      expect(confinedContents().openWindow?.({ url })).toEqual({ action: 'deny' });
    }
  });
});

describe('downloads', () => {
  const session = new EventEmitter();
  confineDownloads(session as unknown as Session);

  it.each([
    [`blob:${pageUrl}0b6f8f2e-4a53-4f7e-9d0e-0a3f2b6c1d11`, false],
    ['blob:https://evil.example/0b6f8f2e-4a53-4f7e-9d0e-0a3f2b6c1d11', true],
    ['blob:null/0b6f8f2e-4a53-4f7e-9d0e-0a3f2b6c1d11', true],
    ['blob:', true],
    [pageUrl, true],
    ['https://evil.example/file.exe', true],
    ['data:text/plain,a', true],
    ['file:///etc/passwd', true],
  ])('are allowed only for data of the own page: %s', (url, isDenied) => {
    const preventDefault = vi.fn();
    session.emit('will-download', { preventDefault }, { getURL: () => url });
    expect(preventDefault.mock.calls.length > 0).toBe(isDenied);
  });
});

describe('permissions', () => {
  type Check = Parameters<Session['setPermissionCheckHandler']>[0];
  type Request = Parameters<Session['setPermissionRequestHandler']>[0];
  const handlers: { check?: Check; request?: Request; device?: () => boolean; screen?: DisplayHandler } = {};
  type DisplayHandler = (request: object, decide: (streams: object | null) => void) => void;

  const session = {
    setPermissionCheckHandler: (handler: Check) => Object.assign(handlers, { check: handler }),
    setPermissionRequestHandler: (handler: Request) => Object.assign(handlers, { request: handler }),
    setDevicePermissionHandler: (handler: () => boolean) => Object.assign(handlers, { device: handler }),
    setDisplayMediaRequestHandler: (handler: DisplayHandler) => Object.assign(handlers, { screen: handler }),
  };
  denyPermissions(session as unknown as Session);

  const ask = (permission: string, url: string, isMainFrame: boolean): boolean[] => {
    const decide = vi.fn();
    Reflect.apply(handlers.request ?? expect.fail, null, [
      null,
      permission,
      decide,
      { isMainFrame, requestingUrl: url },
    ]);
    return [
      Reflect.apply(handlers.check ?? expect.fail, null, [null, permission, url, { isMainFrame }]),
      ...decide.mock.calls.flat(),
    ];
  };

  it('are denied, except writing to the clipboard from the own page', () => {
    expect(ask('clipboard-sanitized-write', pageUrl, true)).toEqual([true, true]);
    expect(ask('clipboard-sanitized-write', pageUrl, false)).toEqual([false, false]);
    expect(ask('clipboard-sanitized-write', 'https://evil.example/', true)).toEqual([false, false]);
    for (const other of ['clipboard-read', 'media', 'geolocation', 'notifications', 'openExternal', 'fileSystem']) {
      expect(ask(other, pageUrl, true), other).toEqual([false, false]);
    }
  });

  it('for devices and the screen are denied', () => {
    expect(handlers.device?.()).toBe(false);
    const decide = vi.fn();
    handlers.screen?.({}, decide);
    expect(decide).toHaveBeenCalledExactlyOnceWith(null);
  });
});
