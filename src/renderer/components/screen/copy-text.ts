import { showNotice } from '../../state/notice.ts';
import type { Text } from '../../text/use-text.ts';

const longestEcho = 60;

export async function copyText(value: string, text: Text): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    noticeCopied(value, text);
  } catch {
    showNotice(text.table.copyFailed);
  }
}

export function noticeCopied(value: string, text: Text): void {
  const line = value.replace(/\s+/g, ' ');
  showNotice(text.table.copied(line.length > longestEcho ? `${line.slice(0, longestEcho)}…` : line));
}
