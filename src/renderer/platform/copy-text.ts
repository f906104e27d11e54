import type { Text } from '../text/use-text.ts';
import { showNotice } from './notice.ts';

/** Maximum number of characters of a copied text that the notice repeats. */
const maxEchoLength = 60;

/** Copies a text and shows a notice: `done` if it is given, otherwise one that repeats the text. */
export async function copyText(value: string, text: Text, done?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    if (done === undefined) noticeCopied(value, text);
    else showNotice(done);
  } catch {
    showNotice(text.table.copyFailed);
  }
}

export function noticeCopied(value: string, text: Text): void {
  const line = value.replace(/\s+/g, ' ');
  showNotice(text.table.copied(line.length > maxEchoLength ? `${line.slice(0, maxEchoLength)}…` : line));
}
