import { Dialog } from '@base-ui/react/dialog';
import { Check, TriangleAlert } from 'lucide-react';
import type { HistoryList } from '../../../../shared/history.ts';
import { failureText } from '../../../model/failure-text.ts';
import { useText } from '../../../text/use-text.ts';
import type { ExportState } from './use-export.ts';
import { useFirstFocus } from './use-first-focus.ts';

interface ExportOutcomeViewProps {
  list: HistoryList;
  state: Extract<ExportState, { phase: 'done' | 'failed' }>;
  onAgain: () => void;
}

/** Where the file is now, or why there is none. */
export function ExportOutcomeView({ list, state, onAgain }: ExportOutcomeViewProps) {
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
