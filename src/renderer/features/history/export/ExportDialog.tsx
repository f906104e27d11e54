import { Dialog } from '@base-ui/react/dialog';
import { Check, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { HistoryList } from '../../../../shared/history.ts';
import { failureText } from '../../../model/failure-text.ts';
import { useCommands } from '../../../state/commands.ts';
import { useText } from '../../../text/use-text.ts';
import { ExportForm } from './ExportForm.tsx';
import { defaultOptions, type ExportSource, exportQuestion } from './export-query.ts';
import { type ExportState, useExport, useFirstFocus } from './use-export.ts';
import '../../../styles/export.css';

/** Makes a file of what a history screen shows, or of all that is known of its list. */
export function ExportButton({ source }: { source: ExportSource }) {
  const text = useText();
  const words = text.export;
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState(defaultOptions);
  const { state, start, stop, reset } = useExport();
  const busy = state.phase === 'running';

  const begin = (): void => {
    void start(exportQuestion(source, options, text.screens[source.list], Date.now()));
  };
  // While it runs, Esc ends the export and a click beside the dialog nothing at all.
  const change = (next: boolean): void => {
    if (busy) {
      stop();
      return;
    }
    setOpen(next);
    if (next) reset();
  };

  useCommands(source.archived === 0 || open ? {} : { export: () => change(true) });

  return (
    <Dialog.Root open={open} onOpenChange={change} disablePointerDismissal={busy}>
      <Dialog.Trigger className="button" disabled={source.archived === 0}>
        <Download size={14} aria-hidden="true" />
        {words.open}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog export-dialog">
          <Dialog.Title className="dialog-title">{words.title(text.screens[source.list])}</Dialog.Title>
          {state.phase === 'choosing' && (
            <ExportForm source={source} options={options} onChange={setOptions} onStart={begin} />
          )}
          {state.phase === 'running' && <ExportProgressView progress={state.progress} onCancel={stop} />}
          {(state.phase === 'done' || state.phase === 'failed') && (
            <ExportOutcomeView list={source.list} state={state} onAgain={reset} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ExportProgressViewProps {
  progress: { rows: number; total: number } | null;
  onCancel: () => void;
}

function ExportProgressView({ progress, onCancel }: ExportProgressViewProps) {
  const words = useText().export;
  const cancelButton = useFirstFocus<HTMLButtonElement>();
  const sentence = progress ? words.progress(progress.rows, progress.total) : words.gettingReady;
  return (
    <>
      <div className="export-progress">
        <progress
          className="export-bar"
          aria-label={words.progressLabel}
          aria-valuetext={sentence}
          max={progress?.total || 1}
          value={progress?.rows ?? 0}
        />
        <p>{sentence}</p>
      </div>
      <footer className="export-actions">
        <button ref={cancelButton} type="button" className="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </footer>
    </>
  );
}

interface ExportOutcomeViewProps {
  list: HistoryList;
  state: Extract<ExportState, { phase: 'done' | 'failed' }>;
  onAgain: () => void;
}

/** Where the file is now, or why there is none. */
function ExportOutcomeView({ list, state, onAgain }: ExportOutcomeViewProps) {
  const words = useText().export;
  const closeButton = useFirstFocus<HTMLButtonElement>();
  return (
    <>
      {state.phase === 'done' ? <Done list={list} file={state.file} /> : <Failed failure={state.failure} />}
      <footer className="export-actions">
        <button type="button" className="button" onClick={onAgain}>
          {words.again}
        </button>
        <Dialog.Close ref={closeButton} className="button button-main">
          {words.close}
        </Dialog.Close>
      </footer>
    </>
  );
}

type StateOf<Phase extends ExportState['phase']> = Extract<ExportState, { phase: Phase }>;

function Done({ list, file }: { list: HistoryList; file: StateOf<'done'>['file'] }) {
  const words = useText().export;
  const { rows, bytes, place } = file;
  return (
    <div className="export-outcome" role="status">
      <Check size={16} className="export-done" aria-hidden="true" />
      <div>
        <p>{place.kind === 'file' ? words.written(rows, list) : words.downloaded(rows, list)}</p>
        <p className="export-place">{place.kind === 'file' ? place.path : place.name}</p>
        <p className="form-hint">{words.size(bytes)}</p>
      </div>
    </div>
  );
}

function Failed({ failure }: { failure: StateOf<'failed'>['failure'] }) {
  const text = useText();
  // What is said elsewhere of files that cannot be written is about the program's own folder.
  const { what, next } = failure.code === 'storage-failed' ? text.export.notWritten : failureText(failure, text);
  return (
    <div className="export-outcome" role="alert">
      <TriangleAlert size={16} className="failure-icon" aria-hidden="true" />
      <div>
        <p>
          <strong>{what}</strong> {next}
        </p>
        <p className="form-hint">{text.export.nothingLeft}</p>
      </div>
    </div>
  );
}
