import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentOptions, AgentReply, AgentRequest } from './agent-protocol.ts';

export interface KeychainAgent {
  /** Rejects with the agent's error as `{ code, reason, message }`. */
  ask(request: AgentRequest): Promise<unknown>;
  /** Everything that the process has written to its standard error. */
  errorOutput(): string;
  /** Closes the agent's input and waits until it exits. */
  end(): Promise<void>;
  kill(): Promise<void>;
}

export async function startAgent(environment: NodeJS.ProcessEnv, options: AgentOptions = {}): Promise<KeychainAgent> {
  const program = join(import.meta.dirname, 'agent.ts');
  const agent = spawn(process.execPath, [program, JSON.stringify(options)], { env: environment });
  const exited = once(agent, 'exit');
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let errorOutput = '';
  agent.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  agent.stdin.on('error', () => undefined);
  createInterface({ input: agent.stdout }).on('line', (line) => {
    const reply: AgentReply = JSON.parse(line);
    const request = pending.get(reply.id);
    pending.delete(reply.id);
    if (reply.ok) request?.resolve(reply.value);
    else request?.reject(reply.error);
  });
  void exited.then(([code, signal]) => {
    const ending = `The agent has ended (${signal ?? code}). ${errorOutput}`;
    for (const request of pending.values()) request.reject(new Error(ending));
    pending.clear();
  });
  await once(agent, 'spawn');
  return {
    ask(request) {
      lastId += 1;
      const response = Promise.withResolvers<unknown>();
      pending.set(lastId, response);
      agent.stdin.write(`${JSON.stringify({ id: lastId, request })}\n`);
      return response.promise;
    },
    errorOutput: () => errorOutput,
    async end() {
      agent.stdin.end();
      await exited;
    },
    async kill() {
      agent.kill('SIGKILL');
      await exited;
    },
  };
}
