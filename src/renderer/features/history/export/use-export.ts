import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../../shared/errors.ts';
import type { ExportOutcome } from '../../../../shared/history.ts';
import { client } from '../../../api/client.ts';
import { exportProgress } from '../../../state/history-state.ts';
import { startDownload } from '../../../state/start-download.ts';
import type { ExportQuestion } from './export-query.ts';

type ExportedFile = NonNullable<ExportOutcome>;

export type ExportState =
  | { phase: 'choosing' }
  /** Without progress while it gets ready: the user may be looking for a place. */
  | { phase: 'running'; progress: { rows: number; total: number } | null }
  | { phase: 'done'; file: ExportedFile }
  | { phase: 'failed'; failure: Failure };

const choosing: ExportState = { phase: 'choosing' };

/** One export after the other. What is under way when its screen is left is ended. */
export function useExport() {
  const [state, setState] = useState(choosing);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async (question: ExportQuestion): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const id = crypto.randomUUID();
    setState({ phase: 'running', progress: null });
    const unsubscribe = exportProgress.subscribe(() => {
      const progress = exportProgress.get();
      if (progress?.id === id) setState({ phase: 'running', progress });
    });
    const result = await client.exportHistory({ ...question, id }, controller.signal);
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

/** Takes the focus when it appears: what had it before is gone with the part of the dialog that this one follows. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
