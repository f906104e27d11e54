import { escapeHarmfulFormulas } from '../../shared/formula.ts';
import type { Text } from '../text/use-text.ts';
import { client } from './client.ts';
import { showNotice } from './notice.ts';

/** Maximum number of characters of a copied text that the notice repeats. */
const maxEchoLength = 60;

/** Copies a text unchanged and shows the notice `done`. */
export async function copyText(value: string, text: Text, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    showNotice(done);
  } catch {
    showNotice(text.table.copyFailed);
  }
}

/** Copies a text for a bug report, without secrets and account names. */
export async function copyDiagnostics(text: Text): Promise<void> {
  const result = await client.readDiagnostics({});
  if (result.ok) await copyText(result.data.text, text, text.settings.diagnosticsCopied);
  else showNotice(text.errors[result.error.code].what);
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
