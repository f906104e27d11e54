import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentOptions, AgentReply, AgentRequest } from './agent-protocol.ts';

export interface KeychainAgent {
  processId: number;
  /** Rejects with the agent's error as `{ code, reason, message }`. */
  ask(request: AgentRequest): Promise<unknown>;
  /** Everything that the process has written to its standard error. */
  errorOutput(): string;
  /** Lets it end by itself, as the program does. */
  end(): Promise<void>;
  kill(): Promise<void>;
}

export async function startAgent(environment: NodeJS.ProcessEnv, options: AgentOptions = {}): Promise<KeychainAgent> {
  const program = join(import.meta.dirname, 'agent.ts');
  const agent = spawn(process.execPath, [program, JSON.stringify(options)], { env: environment });
  const exited = once(agent, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let errorOutput = '';
  agent.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  agent.stdin.on('error', () => undefined);
  createInterface({ input: agent.stdout }).on('line', (line) => {
    const reply: AgentReply = JSON.parse(line);
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) asked?.resolve(reply.value);
    else asked?.reject(reply.error);
  });
  void exited.then(([code, signal]) => {
    const ending = `The agent has ended (${signal ?? code}). ${errorOutput}`;
    for (const asked of waiting.values()) asked.reject(new Error(ending));
    waiting.clear();
  });
  await once(agent, 'spawn');
  return {
    processId: agent.pid ?? 0,
    ask(request) {
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      agent.stdin.write(`${JSON.stringify({ id: lastId, request })}\n`);
      return asked.promise;
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
