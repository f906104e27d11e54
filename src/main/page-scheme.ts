import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Protocol } from 'electron';
import { pageFile, pageHeaders } from '../shared/page-headers.ts';

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

/** Serves the built page from `folder` to the windows of a session. */
export function servePage(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(pageScheme, (request) => respond(request, folder));
}

async function respond(request: Request, folder: string): Promise<Response> {
  const file = request.method === 'GET' && isOwnPage(request.url) ? pageFile(new URL(request.url).pathname) : null;
  if (!file) return notFound();
  try {
    return new Response(await readFile(path.join(folder, file.path)), {
      headers: { ...pageHeaders, 'content-type': file.contentType, 'cache-control': file.cacheControl },
    });
  } catch {
    return notFound();
  }
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: pageHeaders });
}
