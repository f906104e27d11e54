import type { Text } from '../text/use-text.ts';
import { showNotice } from './notice.ts';

const longestEcho = 60;

/** `said` stands for what was copied where that is too long to be repeated. */
export async function copyText(value: string, text: Text, said?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    if (said === undefined) noticeCopied(value, text);
    else showNotice(said);
  } catch {
    showNotice(text.table.copyFailed);
  }
}

export function noticeCopied(value: string, text: Text): void {
  const line = value.replace(/\s+/g, ' ');
  showNotice(text.table.copied(line.length > longestEcho ? `${line.slice(0, longestEcho)}…` : line));
}
