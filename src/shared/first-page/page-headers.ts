/** Files of the page, their content types and their HTTP headers, the same on both hosts. */

/** Allows the page to load from and connect to its own host only. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Sent with every response. The page needs only one browser feature, writing to the clipboard. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [...deniedFeatures.map((feature) => `${feature}=()`), 'clipboard-write=(self)'].join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const contentTypes = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['ico', 'image/x-icon'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['woff2', 'font/woff2'],
]);

export interface PageFile {
  /** Path relative to the folder of the built page, with "/" as separator. */
  path: string;
  contentType: string;
  cacheControl: string;
}

/** Every part begins with a letter, a digit or "_": excludes "..", hidden files and encoded characters. */
const filePath = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.([a-z0-9]+)$/;

/** Returns the file for a URL's path, which may not exist; `null` if the path cannot be a file of the page. Never repairs a path. */
export function pageFile(pathname: string): PageFile | null {
  const path = pathname === '/' ? 'index.html' : pathname.slice(1);
  const extension = pathname.startsWith('/') ? filePath.exec(path)?.[1] : undefined;
  const contentType = extension === undefined ? undefined : contentTypes.get(extension);
  if (contentType === undefined) return null;
  return { path, contentType, cacheControl: cacheControl(path) };
}

/** Names of files in "assets" contain a hash of their content, so they can be cached forever. */
function cacheControl(path: string): string {
  if (path === 'index.html') return 'no-store';
  return path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
