import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ExportOutcome } from '../../../../shared/contract/exports.ts';
import type { Failure } from '../../../../shared/contract/failure.ts';
import type { Result } from '../../../../shared/values/result.ts';
import { startDownload } from '../../../platform/start-download.ts';
import { exportProgress } from '../history-state.ts';

type ExportedFile = NonNullable<ExportOutcome>;

export type ExportState =
  | { phase: 'choosing' }
  /** `progress` is `null` at first: the user may still be choosing a folder. */
  | { phase: 'running'; progress: { rows: number; total: number } | null }
  | { phase: 'done'; file: ExportedFile }
  | { phase: 'failed'; failure: Failure };

const choosing: ExportState = { phase: 'choosing' };

/** A call that exports. `id`: names it in `exportProgress`. */
type Write = (id: string, signal: AbortSignal) => Promise<Result<ExportOutcome>>;

/** Runs one export at a time. Unmounting stops a running export. */
export function useExport() {
  const [state, setState] = useState(choosing);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async (write: Write): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const id = crypto.randomUUID();
    setState({ phase: 'running', progress: null });
    const { unsubscribe } = exportProgress.subscribe((progress) => {
      if (progress?.id === id) setState({ phase: 'running', progress });
    });
    const result = await write(id, controller.signal);
    unsubscribe();
    if (!result.ok) {
      setState(controller.signal.aborted ? choosing : { phase: 'failed', failure: result.error });
      return;
    }
    const file = result.data;
    if (file?.place.kind === 'download') startDownload(file.place.address, file.place.name);
    setState(file === null ? choosing : { phase: 'done', file });
  }, []);

  const reset = useCallback(() => setState(choosing), []);
  return { state, start, stop, reset };
}

/** Focuses an element when it is mounted, because the previous part of the dialog had the focus. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
