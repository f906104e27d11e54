/** The worker of an archive, which crashes when it is asked for what cannot be read, and finds its file damaged when asked for changes. */
import { parentPort, workerData } from 'node:worker_threads';
import { ArchiveError, ArchiveFile } from '../file/index.ts';
import type { ArchiveOperations } from '../worker/archive-operations.ts';
import { createArchiveService } from '../worker/archive-service.ts';
import type { Notice } from '../worker/messages.ts';
import { serve } from '../worker/serve.ts';

const port = parentPort;
if (port === null) throw new Error('this is the start of a worker thread');
ArchiveFile.prototype.changes = function damaged() {
  throw new ArchiveError('damaged', this.path, 'as told');
};
const notice: Notice = { id: null };
const service = createArchiveService(workerData, { onSetAside: () => port.postMessage(notice) });
serve<ArchiveOperations>(port, { ...service, unreadable: () => process.exit(3) });
