import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { PageStart, Reader } from '../core/first-page.ts';
import { pageFile } from '../shared/first-page/page-headers.ts';

/** Serves a file of the page, or calls `notFound`. The request is a GET or a HEAD. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

/** Serves the built page from `folder`. `start`: fills its index.html; without it, the file is served as it is. */
export function serveFolder(folder: string, start?: PageStart): PageHandler {
  return async (request, response, notFound) => {
    const pathname = (request.url ?? '').split('?', 1)[0] ?? '';
    const file = pageFile(pathname);
    const stored = file && (await readIfExists(path.join(folder, file.path)));
    if (!stored) {
      notFound();
      return;
    }
    const isPage = file.path === 'index.html' && start !== undefined;
    const content = isPage ? Buffer.from(await start.fill(stored.toString(), readerOf(request))) : stored;
    if (!isPage) response.once('finish', () => start?.served(file.path));
    response.writeHead(200, {
      'content-type': file.contentType,
      'content-length': content.length,
      'cache-control': file.cacheControl,
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
}

/** The languages that the browser sends are those that the page reads from `navigator.languages`. */
function readerOf({ headers }: IncomingMessage): Reader {
  const languages = (headers['accept-language'] ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return { languages, theme: null };
}

async function readIfExists(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}
