import { type MessagePort, parentPort } from 'node:worker_threads';
import { JointArchive } from '../joint/joint-archive.ts';
import { serveArchive } from './archive-thread.ts';
import { outcomeOf } from './outcome.ts';
import type { HostMessage, JointMessage, JointWorkerOptions, MessageFromWorker } from './protocol.ts';

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
parentPort.on('message', ({ port, options }: HostMessage) => {
  if ('accounts' in options) serveJointArchive(port, options);
  else serveArchive(port, options);
});

/** Runs the joint archive of several accounts for the other thread. */
function serveJointArchive(port: MessagePort, { accounts }: JointWorkerOptions): void {
  const archive = new JointArchive(accounts);
  port.on('message', async ({ id, name, input }: JointMessage) => {
    const call = archive[name] as (input: unknown) => unknown;
    const outcome = await outcomeOf(() => call.call(archive, input));
    port.postMessage({ kind: 'answer', id, outcome } satisfies MessageFromWorker);
  });
}
