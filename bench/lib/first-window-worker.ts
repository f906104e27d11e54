/** The history worker of the program in first-window-program.ts. The query of its address is `later` for one that knows one more column. */
import { becomeLater, emptyColumn } from '../../src/history/store/testing/later-version.ts';

if (import.meta.url.endsWith('?later')) becomeLater(emptyColumn);
await import('../../src/history/worker/history-worker.ts');
