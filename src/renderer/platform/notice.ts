import { createAtom } from '@tanstack/react-store';

/** A short sentence in the status line, which a screen reader reads. The next notice replaces it. */
export const notice = createAtom<string | null>(null);

/** A sentence that the status line shows while it has no notice. */
export const standingNotice = createAtom<string | null>(null);

const noticeMs = 4000;
/** Ends the notice. A number and no store, because nothing but the next notice reads it. */
let timer = 0;

export function showNotice(sentence: string): void {
  window.clearTimeout(timer);
  notice.set(sentence);
  timer = window.setTimeout(() => notice.set(null), noticeMs);
}
