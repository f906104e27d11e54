import { parentPort, workerData } from 'node:worker_threads';
import { serveArchive } from './archive-thread.ts';
import { serveJointArchive } from './joint-thread.ts';
import type { JointWorkerOptions, WorkerOptions } from './protocol.ts';

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
const options: WorkerOptions | JointWorkerOptions = workerData;
if ('accounts' in options) serveJointArchive(parentPort, options);
else serveArchive(parentPort, options);
