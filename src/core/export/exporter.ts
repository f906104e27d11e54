import type { RowChunk } from '../../history/index.ts';
import type { ExportOutcome, ExportPlace, ExportProgress, ExportQuery } from '../../shared/contract/exports.ts';
import type { ExportFormat } from '../../shared/orders/history.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { SelectedRows } from '../history/history-service.ts';
import { fileNameOf } from './file-name.ts';
import type { RowFile } from './row-file.ts';
import { writeFileInParts } from './write-file.ts';

export interface ExportSuggestion {
  /** With the extension. Valid on every system. */
  readonly fileName: string;
  readonly format: ExportFormat | 'zip';
}

/** The chosen path of a file. It is free, or the user has agreed to replace the file there. */
export interface ExportTarget {
  /** Absolute. */
  readonly path: string;
  /** Called when the file is complete. Returns the place that the page shows. */
  handOver(): ExportPlace;
}

/** Chooses where a host stores exported files. */
export interface ExportTargets {
  /** Resolves with `null` if the user cancels. Rejects with the error of the system. */
  choose(suggestion: ExportSuggestion): Promise<ExportTarget | null>;
}

/** What every export has. */
export type ExportJob = Pick<ExportQuery, 'id' | 'name' | 'format'>;

/** Milliseconds between two progress events. */
const progressIntervalMs = 250;

export interface ExporterOptions<Query extends ExportJob, Row> {
  readonly targets: ExportTargets;
  /** Throws `invalid-input` for a column that the rows do not have. */
  readonly fileOf: (query: Query) => RowFile<Row>;
  /** Reads rows from the history database. */
  readonly rowsOf: (query: Query, signal: AbortSignal) => Promise<SelectedRows<Row>>;
  readonly onProgress: (progress: ExportProgress) => void;
  /** Monotonic milliseconds. Default: the system clock. */
  readonly monotonicNow?: () => number;
}

/**
 * Writes a filtered, sorted list to a file at a place that the user chooses. Resolves with `null` if the user chooses none. The first
 * progress event has the number of rows, and the last one may have less than all.
 *
 * Rejects with `canceled` once the signal is aborted, with `invalid-input` for a column that the list does not have, and with
 * `storage-failed` if the file cannot be written or the rows cannot be read. Then there is no new file, and an earlier one is unchanged.
 */
export type Export<Query> = (query: Query, signal: AbortSignal) => Promise<ExportOutcome>;

export function createExport<Query extends ExportJob, Row>(options: ExporterOptions<Query, Row>): Export<Query> {
  const { targets, fileOf, rowsOf, onProgress, monotonicNow = () => performance.now() } = options;

  /** Yields the rows. A chunk counts as written when the next one is requested. */
  async function* counted({ total, chunks }: SelectedRows<Row>, id: string): AsyncGenerator<RowChunk<Row>> {
    let written = 0;
    let publishedAt = monotonicNow();
    onProgress({ id, rows: 0, total });
    for await (const chunk of chunks) {
      yield chunk;
      written += chunk.length;
      if (monotonicNow() - publishedAt < progressIntervalMs) continue;
      publishedAt = monotonicNow();
      onProgress({ id, rows: written, total });
    }
    if (written !== total) throw new OrderglassError('storage-failed', `${written} of ${total} rows could be read`);
  }

  return async (query, signal) => {
    try {
      // Before the user is asked for a place.
      const file = fileOf(query);
      signal.throwIfAborted();
      const { name, format } = query;
      // A dialog of the system cannot be closed from here. An aborted export leaves it open and ignores its result.
      const target = await untilAborted(targets.choose({ fileName: fileNameOf(name, format), format }), signal);
      if (target === null) return null;
      const rows = await untilAborted(rowsOf(query, signal), signal);
      const counting = counted({ ...rows, chunks: abortable(rows.chunks, signal) }, query.id);
      const parts = file({ total: rows.total, chunks: counting });
      const bytes = await writeFileInParts(target.path, parts, signal);
      return { rows: rows.total, bytes, place: target.handOver() };
    } catch (error) {
      throw toFailure(error, signal);
    }
  };
}

function toFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new OrderglassError('canceled', 'the export was stopped');
  if (error instanceof OrderglassError || !isSystemError(error)) return error;
  return new OrderglassError('storage-failed', `the file could not be written (${error.code})`, { cause: error });
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** Settles like `work`, but rejects with the signal's reason as soon as the signal is aborted. The work itself continues. */
async function untilAborted<Output>(work: Promise<Output>, signal: AbortSignal): Promise<Output> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Yields the parts of `source`. Rejects with the signal's reason once the signal is aborted. */
async function* abortable<Part>(source: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part> {
  const parts = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(parts.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: the source ends only after its current work.
    void parts.return?.().catch(() => {});
  }
}
