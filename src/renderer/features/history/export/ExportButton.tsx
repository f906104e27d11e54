import { Dialog } from '@base-ui/react/dialog';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../state/use-command.ts';
import { useText } from '../../../text/use-text.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportOutcomeView } from './ExportOutcomeView.tsx';
import { ExportProgressView } from './ExportProgressView.tsx';
import { defaultOptions, type ExportSource, exportQuestion } from './export-query.ts';
import { useExport } from './use-export.ts';
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
