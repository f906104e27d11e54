import { marginModes } from '../../../shared/values/domain.ts';
import { HistoryStore } from '../history-store.ts';
import { firstTime, orderEntry, orderPage } from './entries.ts';
import { notesOf } from './notes-of.ts';

/**
 * A program that makes an archive with a gap between each two orders of a margin mode. The last gap but one is the longest; the others have
 * a minute.
 */
const [, , path = '', count = ''] = process.argv;
const gaps = Number(count);
const { store } = HistoryStore.open({ path, notes: notesOf(path), now: Date.now });
for (const marginMode of marginModes) {
  for (let number = 0; number <= gaps; number++) {
    const createdAt = firstTime + (number < gaps - 1 ? number : number + 60) * 60_000;
    const entry = orderEntry(`${marginMode}${number}`, { marginMode, createdAt });
    store.savePage(orderPage(null, [entry], { marginMode }));
  }
}
store.close();
