/**
 * How the page is served, the same on both hosts: which files there are to have, as what, and with which rules for the
 * browser that shows them.
 */

/** What the page may load and where it may connect: its own host, and nothing else. */
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

/** Sent with every answer, whatever it is. Writing to the clipboard is the one feature that the page has a use for. */
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
  /** Relative to the folder of the built page, with "/" between its parts. */
  path: string;
  contentType: string;
  cacheControl: string;
}

/** A letter or digit first: neither "..", nor a hidden file, nor anything that needs decoding gets through. */
const filePath = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.([a-z0-9]+)$/;

/**
 * The file that a URL's path names, or `null` where it cannot name one. What is not plainly a file of the page is
 * refused rather than repaired; whether the file exists is the caller's to find out.
 */
export function pageFile(pathname: string): PageFile | null {
  const path = pathname === '/' ? 'index.html' : pathname.slice(1);
  const extension = pathname.startsWith('/') ? filePath.exec(path)?.[1] : undefined;
  const contentType = extension === undefined ? undefined : contentTypes.get(extension);
  if (contentType === undefined) return null;
  return { path, contentType, cacheControl: cacheControl(path) };
}

/** Files under "assets" carry a hash of their content in their name. */
function cacheControl(path: string): string {
  if (path === 'index.html') return 'no-store';
  return path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
