import type { MessagePort } from 'node:worker_threads';
import { type Failure, OrderglassError } from '../../../shared/errors.ts';
import type { OperationTable, Reply, Request, Served } from './messages.ts';

/** Answers the other thread's requests by these operations. What they throw goes back as data. */
export function serve<Table extends OperationTable>(port: MessagePort, operations: Served<Table>): void {
  port.on('message', async ({ id, name, input }: Request) => {
    const reply = await answer(id, () => operations[name]?.(input));
    port.postMessage(reply, transferable(reply));
  });
}

async function answer(id: number, work: () => unknown): Promise<Reply> {
  try {
    return { id, ok: true, output: await work() };
  } catch (error) {
    if (error instanceof OrderglassError) return { id, ok: false, failure: error.toFailure() };
    const failure: Failure = { code: 'internal', message: 'the archive failed unexpectedly' };
    return { id, ok: false, failure, unforeseen: error };
  }
}

/** Lists of numbers change hands and are not copied. */
function transferable(reply: Reply): ArrayBuffer[] {
  if (!reply.ok || !(reply.output instanceof Uint32Array)) return [];
  const { buffer } = reply.output;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
