import type { Settings } from '../../../shared/settings.ts';
import { showNotice } from '../../state/notice.ts';
import { startDownload } from '../../state/start-download.ts';
import type { Text } from '../../text/use-text.ts';
import { settingsFile, settingsFileName } from './settings-file.ts';

/** Milliseconds after which the browser has surely taken the file over. */
const fetchTime = 60_000;

/** Hands the settings over as a file; where it goes, if anywhere, is for the browser, or Electron's dialog, to ask: nobody tells the page. */
export function exportSettings(settings: Settings, text: Text): void {
  const address = URL.createObjectURL(new Blob([settingsFile(settings)], { type: 'application/json' }));
  const name = settingsFileName(Date.now());
  startDownload(address, name);
  window.setTimeout(() => URL.revokeObjectURL(address), fetchTime);
  showNotice(text.settings.exporting(name));
}
