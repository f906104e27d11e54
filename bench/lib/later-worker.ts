/** The history worker of a program that knows one more column. */
import { becomeLater, emptyColumn } from '../../src/history/store/testing/later-version.ts';

becomeLater(emptyColumn);
await import('../../src/history/worker/history-worker.ts');
