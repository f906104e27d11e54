/** A history worker that is busy from its first message on and never answers. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  for (;;);
});
