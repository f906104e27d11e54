import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Protocol } from 'electron';
import type { PageStart, Reader } from '../core/first-page.ts';
import { pageFile, pageHeaders } from '../shared/first-page/page-headers.ts';

/** Scheme and host of the page. With a scheme of its own the page shares its origin with nothing else on the machine. */
const pageScheme = 'orderglass';
const pageHost = 'app';
export const pageUrl: string = `${pageScheme}://${pageHost}/`;

/** True if a URL or an origin belongs to the program's own page. */
export function isOwnPage(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed?.protocol === `${pageScheme}:` &&
    parsed.host === pageHost &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

/** Must be called before the app is ready. The scheme is standard, so that the page has an origin, and as trusted as https. */
export function registerPageScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export interface ServedPage {
  /** Folder with the built page. */
  readonly folder: string;
  readonly start: PageStart;
  /** Returns the current language and theme of the system. */
  readonly reader: () => Reader;
}

/** Serves the built page to the windows of a session. */
export function servePage(protocol: Pick<Protocol, 'handle'>, page: ServedPage): void {
  protocol.handle(pageScheme, (request) => respond(request, page));
}

async function respond(request: Request, { folder, start, reader }: ServedPage): Promise<Response> {
  const file = request.method === 'GET' && isOwnPage(request.url) ? pageFile(new URL(request.url).pathname) : null;
  if (!file) return notFound();
  try {
    const stored = await readFile(path.join(folder, file.path));
    const isPage = file.path === 'index.html';
    if (!isPage) start.served(file.path);
    return new Response(isPage ? await start.fill(stored.toString(), reader()) : stored, {
      headers: { ...pageHeaders, 'content-type': file.contentType, 'cache-control': file.cacheControl },
    });
  } catch {
    return notFound();
  }
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: pageHeaders });
}
