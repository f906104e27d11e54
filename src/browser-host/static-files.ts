import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pageFile } from '../shared/page-headers.ts';

/** Serves a file of the page, or calls `notFound`. The request is a GET or a HEAD. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

/** Serves the built page from `folder`. */
export function serveFolder(folder: string): PageHandler {
  return async (request, response, notFound) => {
    const pathname = (request.url ?? '').split('?', 1)[0] ?? '';
    const file = pageFile(pathname);
    const content = file && (await readIfExists(path.join(folder, file.path)));
    if (!content) {
      notFound();
      return;
    }
    response.writeHead(200, {
      'content-type': file.contentType,
      'content-length': content.length,
      'cache-control': file.cacheControl,
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
}

async function readIfExists(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}
