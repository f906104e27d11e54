import type { BrowserWindow, Dialog, FileFilter } from 'electron';
import type { ExportPlaces } from '../core/export/exporter.ts';
import type { ExportFormat } from '../shared/history.ts';

const filters: Readonly<Record<ExportFormat, FileFilter>> = {
  csv: { name: 'CSV', extensions: ['csv'] },
  jsonl: { name: 'JSON Lines', extensions: ['jsonl'] },
};

/** Has the user choose a place in the system's own dialog, on the window that asks. Of what was chosen nothing is kept here. */
export function saveDialogs(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  askingWindow: () => BrowserWindow | null,
): ExportPlaces {
  return {
    async choose({ fileName, format }) {
      const window = askingWindow();
      // It was closed since: nobody is there to choose.
      if (window === null) return null;
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        defaultPath: fileName,
        filters: [filters[format]],
        // A warning before another file is replaced, where the system has none by itself; no entry among recent documents.
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      if (canceled || filePath === '') return null;
      return { path: filePath, handOver: () => ({ kind: 'file', path: filePath }) };
    },
  };
}
