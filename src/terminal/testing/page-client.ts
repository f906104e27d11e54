import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ChannelName, InputOf, OutputOf } from '../../shared/contract/index.ts';

export const program = path.resolve(import.meta.dirname, '../../../out/browser-host/cli.js');

/** A running program with an open page. */
export interface PageClient {
  /** Calls the contract as the page does. Throws if the call fails. */
  call<Name extends ChannelName>(channel: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  /** Ends the program, as Ctrl+C does. */
  close(): Promise<void>;
}

/** Starts the program on a data folder, and opens its link as a browser does. */
export async function openPage(data: string, env: NodeJS.ProcessEnv): Promise<PageClient> {
  const args = [program, '--no-open', '--data-dir', data];
  const host = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const { origin } = new URL(line);
  const opened = await fetch(line, { redirect: 'manual' });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const headers = { 'content-type': 'application/json', cookie, origin };
  return {
    async call(channel, input) {
      const body = JSON.stringify({ channel, input });
      const result = (await (await fetch(`${origin}/api/call`, { method: 'POST', headers, body })).json()) as {
        ok: boolean;
        data: never;
      };
      if (!result.ok) throw new Error(JSON.stringify(result));
      return result.data;
    },
    async close() {
      const ended = once(host, 'exit');
      host.kill('SIGINT');
      await ended;
    },
  };
}

/** The environment without a bus on which a keychain could be. */
export function withoutKeychain(): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _, ...environment } = process.env;
  return environment;
}
