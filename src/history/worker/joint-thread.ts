import type { MessagePort } from 'node:worker_threads';
import { JointArchive } from '../joint/joint-archive.ts';
import { outcomeOf } from './outcome.ts';
import type { JointMessage, JointWorkerOptions, MessageFromWorker } from './protocol.ts';

/** Runs the joint archive of several accounts for the other thread. */
export function serveJointArchive(port: MessagePort, { accounts }: JointWorkerOptions): void {
  const archive = new JointArchive(accounts);
  port.on('message', async ({ id, name, input }: JointMessage) => {
    const call = archive[name] as (input: unknown) => unknown;
    const outcome = await outcomeOf(() => call.call(archive, input));
    port.postMessage({ kind: 'answer', id, outcome } satisfies MessageFromWorker);
  });
}
