import type { App, Event, Session, WebContents } from 'electron';
import { isOwnPage } from './page-scheme.ts';

/** For copying cells, which is the only use of a permission by the page. */
const allowedPermission = 'clipboard-sanitized-write';

/** Denies navigation away from the own page, new windows and web views, for every page of the app. */
export function blockNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const denyForeign = (details: Event<{ url: string }>): void => {
      if (!isOwnPage(details.url)) details.preventDefault();
    };
    contents.on('will-navigate', denyForeign);
    contents.on('will-frame-navigate', denyForeign);
    contents.on('will-redirect', denyForeign);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Denies downloads, except of data that the page itself has created. For those Electron asks the user for a place. */
export function confineDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
}

const blobScheme = 'blob:';

function isOwnBlob(url: string): boolean {
  return url.startsWith(blobScheme) && isOwnPage(url.slice(blobScheme.length));
}

/** Denies all permissions and devices, except writing to the clipboard from the own page. */
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
