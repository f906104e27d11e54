import type { BrowserWindow, Dialog, FileFilter } from 'electron';
import type { ExportSuggestion, ExportTargets } from '../core/export/exporter.ts';

const filters: Readonly<Record<ExportSuggestion['format'], FileFilter>> = {
  csv: { name: 'CSV', extensions: ['csv'] },
  xlsx: { name: 'XLSX', extensions: ['xlsx'] },
  parquet: { name: 'Parquet', extensions: ['parquet'] },
  jsonl: { name: 'JSON Lines', extensions: ['jsonl'] },
  zip: { name: 'ZIP', extensions: ['zip'] },
};

/** Lets the user choose a file in a dialog of the system, attached to the window whose page has requested the export. */
export function saveDialogs(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  callingWindow: () => BrowserWindow | null,
): ExportTargets {
  return {
    async choose({ fileName, format }) {
      const window = callingWindow();
      // The window was closed meanwhile.
      if (window === null) return null;
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        defaultPath: fileName,
        filters: [filters[format]],
        // Warn before a file is replaced, also on systems that do not, and add no entry to the recent documents.
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      if (canceled || filePath === '') return null;
      return { path: filePath, handOver: () => ({ kind: 'file', path: filePath }) };
    },
  };
}
