import { escapeHarmfulFormulas } from '../../shared/values/formula.ts';
import type { Text } from '../text/use-text.ts';
import { showNotice } from './notice.ts';

/** Maximum number of characters of a copied text that the notice repeats. */
const maxEchoLength = 60;

const plain = 'text/plain';

/**
 * Copies a text unchanged and shows the notice `done`. A text that is still being read is promised to the browser immediately, because WebKit
 * allows the page to write for about a second after a key or a click. If it cannot be read, the message of the error is the notice.
 */
export async function copyText(value: string | Promise<string>, text: Text, done: string): Promise<void> {
  try {
    if (typeof value === 'string') await navigator.clipboard.writeText(value);
    else {
      const content = value.then((read) => new Blob([read], { type: plain }));
      await navigator.clipboard.write([new ClipboardItem({ [plain]: content })]);
    }
    showNotice(done);
  } catch {
    const whyNotRead = Promise.resolve(value).then(
      () => null,
      (error: Error) => error.message,
    );
    showNotice((await whyNotRead) ?? text.table.copyFailed);
  }
}

/** Copies one value, such as a cell, without formulas that could do harm in a spreadsheet, and shows a notice that repeats the value. */
export function copyValue(value: string, text: Text): Promise<void> {
  const copied = escapeHarmfulFormulas(value);
  return copyText(copied, text, copiedNotice(copied, text));
}

export function noticeCopied(value: string, text: Text): void {
  showNotice(copiedNotice(value, text));
}

function copiedNotice(value: string, text: Text): string {
  const line = value.replace(/\s+/g, ' ');
  return text.table.copied(line.length > maxEchoLength ? `${line.slice(0, maxEchoLength)}…` : line);
}
