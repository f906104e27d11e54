import { OrderglassError } from '../../shared/errors.ts';
import type { ExportOutcome, ExportProgress } from '../../shared/history.ts';
import type { ExportQuery } from '../../shared/history-schemas.ts';
import { abortable, untilAborted } from './abortable.ts';
import type { ExportPlaces } from './export-places.ts';
import type { ExportRows, RowsOf } from './export-rows.ts';
import { fileNameOf } from './file-name.ts';
import { type RowTexts, rowTexts } from './row-texts.ts';
import { writeFileInParts } from './write-file.ts';

/** Milliseconds between two tellings: four a second. */
const tellEvery = 250;

export interface ExporterOptions {
  readonly places: ExportPlaces;
  readonly rowsOf: RowsOf;
  readonly onProgress: (progress: ExportProgress) => void;
  /** Milliseconds from some beginning, never set back. Default: the system's. */
  readonly monotonicNow?: () => number;
}

/**
 * Writes a filtered, sorted list to a file at a place that the host has the user choose; `null` where none is chosen. The first progress tells
 * the number of rows, the last may be short of it. Rejects with `cancelled` once the signal is given, with `invalid-input` for a column
 * that the list does not have, with `storage-failed` where the file cannot be written or the rows cannot be read; then there is no file, and
 * one that was there before is as it was.
 */
export type Export = (query: ExportQuery, signal: AbortSignal) => Promise<ExportOutcome>;

export function createExport(options: ExporterOptions): Export {
  const { places, rowsOf, onProgress, monotonicNow = () => performance.now() } = options;

  async function* partsOf(texts: RowTexts, rows: ExportRows, id: string): AsyncGenerator<string> {
    const { total } = rows;
    let written = 0;
    let toldAt = monotonicNow();
    onProgress({ id, rows: 0, total });
    yield texts.head;
    for await (const chunk of rows.chunks) {
      yield chunk.map((row) => texts.of(row)).join('');
      written += chunk.length;
      if (monotonicNow() - toldAt < tellEvery) continue;
      toldAt = monotonicNow();
      onProgress({ id, rows: written, total });
    }
    if (written !== total) throw new OrderglassError('storage-failed', `${written} of ${total} rows could be read`);
  }

  return async (query, signal) => {
    try {
      // Before the user is asked for a place.
      const texts = rowTexts(query);
      signal.throwIfAborted();
      const { name, format } = query;
      // A dialog of the system cannot be closed from here: it is not waited for any more.
      const target = await untilAborted(places.choose({ fileName: fileNameOf(name, format), format }), signal);
      if (target === null) return null;
      const rows = await untilAborted(rowsOf(query, signal), signal);
      const parts = partsOf(texts, { ...rows, chunks: abortable(rows.chunks, signal) }, query.id);
      const bytes = await writeFileInParts(target.path, parts, signal);
      return { rows: rows.total, bytes, place: target.handOver() };
    } catch (error) {
      throw failureOf(error, signal);
    }
  };
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new OrderglassError('cancelled', 'the export was stopped');
  if (error instanceof OrderglassError || !isSystemError(error)) return error;
  return new OrderglassError('storage-failed', `the file could not be written (${error.code})`, { cause: error });
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
