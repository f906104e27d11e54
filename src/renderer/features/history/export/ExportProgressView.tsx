import { useText } from '../../../text/use-text.ts';
import { useFirstFocus } from './use-first-focus.ts';

interface ExportProgressViewProps {
  progress: { rows: number; total: number } | null;
  onCancel: () => void;
}

export function ExportProgressView({ progress, onCancel }: ExportProgressViewProps) {
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
