import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Protocol, protocol } from 'electron';
import { pageFile, pageHeaders } from '../shared/page-headers.ts';
import { isOwnPage, pageScheme } from './own-page.ts';

/** Must be called before the app is ready. Standard and secure: the page has an origin, and is trusted like https. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page from `folder` to the windows of a session. */
export function servePage(target: Protocol, folder: string): void {
  target.handle(pageScheme, (request) => answer(request, folder));
}

async function answer(request: Request, folder: string): Promise<Response> {
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
