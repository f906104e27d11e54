import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportSuggestion, ExportTargets } from '../core/export/exporter.ts';
import { removeLeftovers } from '../core/export/write-file.ts';
import { isOwnName } from '../core/files/data-files.ts';
import { exportAddress } from './access.ts';
import { newSecret } from './session.ts';

/** Milliseconds for which a file is offered. A browser fetches the file immediately. */
const offeredForMs = 10 * 60_000;

const contentTypes: Readonly<Record<ExportSuggestion['format'], string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  jsonl: 'application/x-ndjson; charset=utf-8',
  zip: 'application/zip',
};

interface OfferedFile {
  readonly path: string;
  readonly name: string;
  readonly format: ExportSuggestion['format'];
  readonly timer: NodeJS.Timeout;
}

/** Exported files: each is written into the data folder, served once under a secret address, and then removed. */
export interface Exports {
  readonly targets: ExportTargets;
  /** Serves a file. Resolves with false, without a response, if there is no file with this ID or it was served before. */
  serve(id: string, response: ServerResponse): Promise<boolean>;
  /** Removes the files that were not fetched. */
  close(): Promise<void>;
}

/** Removes the files of earlier processes: `dataDirectory` belongs to this process alone. */
export async function openExports(dataDirectory: string, { keepMs = offeredForMs } = {}): Promise<Exports> {
  const folder = path.join(dataDirectory, 'exports');
  const offered = new Map<string, OfferedFile>();
  const underWay = new Set<Promise<boolean>>();
  await removeOldFiles(folder);

  function take(id: string): OfferedFile | undefined {
    const file = offered.get(id);
    offered.delete(id);
    clearTimeout(file?.timer);
    return file;
  }

  function offer(file: Omit<OfferedFile, 'timer'>): string {
    const id = newSecret();
    const timer = setTimeout(() => {
      take(id);
      void remove(file.path);
    }, keepMs);
    timer.unref();
    offered.set(id, { ...file, timer });
    return exportAddress(id);
  }

  return {
    targets: {
      async choose({ fileName: name, format }) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = path.join(folder, `${randomUUID()}.${format}`);
        return {
          path: file,
          handOver: () => ({ kind: 'download', address: offer({ path: file, name, format }), name }),
        };
      },
    },
    serve(id, response) {
      const file = take(id);
      if (file === undefined) return Promise.resolve(false);
      const served = sendOnce(file, response).finally(() => underWay.delete(served));
      underWay.add(served);
      return served;
    },
    async close() {
      const files = [...offered.keys()].flatMap((id) => take(id) ?? []);
      await Promise.all([...underWay, ...files.map((file) => remove(file.path))]);
    },
  };
}

/** Removes the file afterwards, also if the browser has aborted the transfer. */
async function sendOnce(file: OfferedFile, response: ServerResponse): Promise<boolean> {
  try {
    const handle = await open(file.path, 'r').catch(() => null);
    if (handle === null) return false;
    const { size } = await handle.stat();
    response.writeHead(200, {
      'content-type': contentTypes[file.format],
      'content-length': size,
      'content-disposition': attachment(file.name),
      'cache-control': 'no-store',
      'accept-ranges': 'none',
    });
    await pipeline(handle.createReadStream(), response);
    return true;
  } catch {
    response.destroy();
    return true;
  } finally {
    await remove(file.path);
  }
}

async function removeOldFiles(folder: string): Promise<void> {
  await removeLeftovers(folder);
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.filter((name) => isOwnName('exports', name)).map((name) => remove(path.join(folder, name))));
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => {});
}

/** Returns a `Content-Disposition` header with the file name in ASCII for old clients, and in full (RFC 6266, RFC 5987). */
export function attachment(fileName: string): string {
  const wellFormed = fileName.toWellFormed();
  const plain = wellFormed.replace(/[^\x20-\x7E]|["%\\]/gu, '_');
  const full = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
