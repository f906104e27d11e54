import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportPlaces } from '../core/export/exporter.ts';
import { removeLeftovers } from '../core/export/write-file.ts';
import type { ExportFormat } from '../shared/history.ts';
import { exportAddress } from './access.ts';
import { attachment } from './content-disposition.ts';
import { newSecret } from './secrets.ts';

/** A browser fetches at once; what nobody fetches does not stay on the disk. */
const keptForMs = 10 * 60_000;

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

const ownFile = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:csv|jsonl)$/;

interface OfferedFile {
  readonly path: string;
  readonly name: string;
  readonly format: ExportFormat;
  readonly timer: NodeJS.Timeout;
}

/** Exported files: each is written into the data folder, handed out once under an address that nobody can guess, and then removed. */
export interface Exports {
  readonly places: ExportPlaces;
  /** Answers false, and does not answer the request, where there is nothing under this id (any more). */
  serve(id: string, response: ServerResponse): Promise<boolean>;
  /** Removes what was not fetched. */
  close(): Promise<void>;
}

/** `dataDirectory` is this process's alone: what is in its folder for exports is of a process that is no more, and is removed. */
export async function openExports(dataDirectory: string, { keepMs = keptForMs } = {}): Promise<Exports> {
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
    places: {
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

/** The file is gone afterwards, also where the browser has cut the transfer short. */
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
  await Promise.all(names.filter((name) => ownFile.test(name)).map((name) => remove(path.join(folder, name))));
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => {});
}
