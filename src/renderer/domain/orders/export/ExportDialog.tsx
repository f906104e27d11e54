import { Dialog } from '@base-ui/react/dialog';
import { Check, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { useCommands } from '../../../platform/commands.ts';
import { focusAfterDialog, rememberFocus } from '../../../platform/dialogs.ts';
import { useText } from '../../../text/use-text.ts';
import { exportFailureText } from '../../../ui/text/failures.ts';
import { ExportForm } from './ExportForm.tsx';
import { defaultOptions, type ExportSource, exportName } from './export-source.ts';
import { type ExportState, useExport, useFirstFocus } from './use-export.ts';
import './export.css';

/** The button and dialog that export a list to a file. */
export function ExportDialog({ source }: { source: ExportSource }) {
  const text = useText();
  const words = text.export;
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState(() => defaultOptions(navigator.language));
  const { state, start, stop, reset } = useExport();
  const busy = state.phase === 'running';

  const startExport = (): void => {
    const { rows, columns, ...file } = options;
    const name = exportName(source, options, text.screens[source.list], Date.now());
    void start((id, signal) => source.write({ ...file, id, name }, { rows, columns }, signal));
  };
  // While the export runs, Escape stops it, and a click outside the dialog does nothing.
  const changeOpen = (next: boolean): void => {
    if (busy) {
      stop();
      return;
    }
    if (next) {
      rememberFocus();
      reset();
    }
    setOpen(next);
  };

  useCommands(source.archived === 0 || open ? {} : { export: () => changeOpen(true) });

  return (
    <Dialog.Root open={open} onOpenChange={changeOpen} disablePointerDismissal={busy}>
      <Dialog.Trigger className="button" disabled={source.archived === 0} aria-label={words.open} title={words.open}>
        <Download size={14} aria-hidden="true" />
        <span className="button-word">{words.open}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog export-dialog" finalFocus={focusAfterDialog}>
          <Dialog.Title className="dialog-title">{words.title(text.screens[source.list])}</Dialog.Title>
          {state.phase === 'choosing' && (
            <ExportForm source={source} options={options} onChange={setOptions} onStart={startExport} />
          )}
          {state.phase === 'running' && <Progress progress={state.progress} onCancel={stop} />}
          {(state.phase === 'done' || state.phase === 'failed') && (
            <Outcome list={source.list} state={state} onAgain={reset} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ProgressProps {
  progress: { rows: number; total: number } | null;
  onCancel: () => void;
}

function Progress({ progress, onCancel }: ProgressProps) {
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

interface OutcomeProps {
  list: ArchiveList;
  state: Extract<ExportState, { phase: 'done' | 'failed' }>;
  onAgain: () => void;
}

/** The location of the file, or the failure. */
function Outcome({ list, state, onAgain }: OutcomeProps) {
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

function Done({ list, file }: { list: ArchiveList; file: StateOf<'done'>['file'] }) {
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
  const { what, next } = exportFailureText(failure, text);
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
