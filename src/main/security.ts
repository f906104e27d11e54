import type { App, Event, Session, WebContents } from 'electron';
import { isOwnPage } from './own-page.ts';

/** Copying a cell is the one thing that the page asks the system for. */
const allowedPermission = 'clipboard-sanitized-write';

/** Refuses, for every page of the app whatever made it: leaving the own page, new windows and web views. */
export function blockNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const refuseForeign = (details: Event<{ url: string }>): void => {
      if (!isOwnPage(details.url)) details.preventDefault();
    };
    contents.on('will-navigate', refuseForeign);
    contents.on('will-frame-navigate', refuseForeign);
    contents.on('will-redirect', refuseForeign);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Keeps no file but what the page has made itself, and of that the user says where it goes: Electron asks. */
export function confineDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
}

const blobScheme = 'blob:';

function isOwnBlob(url: string): boolean {
  return url.startsWith(blobScheme) && isOwnPage(url.slice(blobScheme.length));
}

/** Denies every permission and every device, save writing to the clipboard from the own page. */
export function denyPermissions(session: Session): void {
  session.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      permission === allowedPermission && details.isMainFrame && isOwnPage(origin),
  );
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(permission === allowedPermission && details.isMainFrame && isOwnPage(details.requestingUrl)),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
}
