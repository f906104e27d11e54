/** A worker that does as it is told. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { OrderglassError } from '../../../../shared/errors.ts';
import type { Notice } from '../messages.ts';
import { serve } from '../serve.ts';
import type { ScriptedOperations } from './scripted-operations.ts';

const port = parentPort;
if (port === null) throw new Error('this is the start of a worker thread');
let calls = 0;
serve<ScriptedOperations>(port, {
  count: () => ++calls,
  data: () => String(workerData),
  numbers: (length) => Uint32Array.from({ length }, (_, place) => place),
  notice: () => {
    port.postMessage({ id: null } satisfies Notice);
    return null;
  },
  refuse: () => {
    throw new OrderglassError('storage-failed', 'as told');
  },
  fail: () => {
    throw new TypeError('CANARY');
  },
  wait: async (ms) => {
    await wait(ms);
    return ms;
  },
  crash: () => {
    setImmediate(() => {
      throw new RangeError('CANARY');
    });
    return new Promise(() => {});
  },
  exit: () => process.exit(3),
});
