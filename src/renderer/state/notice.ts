import { Store } from './store.ts';

/** One short sentence at the foot of the window; the next one replaces it. Screen readers hear it. */
export const notice = new Store<string | null>(null);

const noticeTime = 4000;
let timer = 0;

export function showNotice(sentence: string): void {
  window.clearTimeout(timer);
  notice.set(sentence);
  timer = window.setTimeout(() => notice.set(null), noticeTime);
}
