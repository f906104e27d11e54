import { parentPort, workerData } from 'node:worker_threads';
import type { ArchiveOperations, ArchivePlace } from './archive-operations.ts';
import { createArchiveService } from './archive-service.ts';
import { serve } from './serve.ts';

if (parentPort === null) throw new Error('this is the start of a worker thread');
// Only `AccountArchive` starts it.
const place: ArchivePlace = workerData;
serve<ArchiveOperations>(parentPort, createArchiveService(place));
