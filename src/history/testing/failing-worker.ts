/** A history worker that fails in the way that the key of a `readRowChanges` question names. */
import { HistoryStore } from '../store/history-store.ts';
import { StorageError } from '../store/storage-error.ts';

const { changes } = HistoryStore.prototype;
HistoryStore.prototype.changes = function failing(list, key) {
  if (key === 'exit') process.exit(3);
  if (key === 'defect') throw new TypeError('CANARY');
  if (key === 'damaged') throw new StorageError('damaged', this.path, 'injected');
  if (key === 'crash') {
    setImmediate(() => {
      throw new RangeError('CANARY');
    });
    // The question gets no answer.
    return new Promise(() => {}) as never;
  }
  return changes.call(this, list, key);
};
await import('../worker/history-worker.ts');
