import { parentPort, workerData } from 'node:worker_threads';
import type { ArchiveOperations, ArchivePlace } from './archive-operations.ts';
import { createArchiveService } from './archive-service.ts';
import type { Notice } from './messages.ts';
import { serve } from './serve.ts';

const port = parentPort;
if (port === null) throw new Error('this is the start of a worker thread');
// Only `AccountArchive` starts it.
const place: ArchivePlace = workerData;
const notice: Notice = { id: null };
serve<ArchiveOperations>(port, createArchiveService(place, { onSetAside: () => port.postMessage(notice) }));
