/**
 * A program that uses the real keychain as Orderglass does, controlled by lines of JSON. Each D-Bus session needs a process of its own,
 * because GLib keeps the session bus of a process forever.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { OrderglassError } from '../../../shared/values/errors.ts';
import { createKeychain } from '../keychain.ts';
import { KeychainError } from '../keychain-error.ts';
import { loadKeytar } from '../keytar-module.ts';
import type { AgentOptions, AgentReply, AgentRequest } from './agent-protocol.ts';

const lateSaves: string[] = [];
const options: AgentOptions = JSON.parse(process.argv[2] ?? '{}');
const keychain = createKeychain({ ...options, onLateSave: (account) => lateSaves.push(account) });

async function handle(request: AgentRequest): Promise<unknown> {
  switch (request.call) {
    case 'save':
      return keychain.save(request.account, request.credentials);
    case 'read':
      return keychain.read(request.account);
    case 'remove':
      return keychain.remove(request.account);
    case 'set-entry':
      return (await loadKeytar()).setPassword('Orderglass', request.account, request.entry);
    case 'get-entry':
      return (await loadKeytar()).getPassword('Orderglass', request.account);
    case 'delete-entry':
      return (await loadKeytar()).deletePassword('Orderglass', request.account);
    case 'is-keytar-loaded':
      return /keytar\.node/.test(JSON.stringify(process.report.getReport()));
    case 'late-saves':
      return lateSaves;
    case 'use-thread-pool':
      return (await Promise.all(Array.from({ length: 4 }, () => readFile(import.meta.filename)))).length;
  }
}

async function reply(id: number, request: AgentRequest): Promise<AgentReply> {
  try {
    return { id, ok: true, value: (await handle(request)) ?? null };
  } catch (error) {
    const code = error instanceof OrderglassError ? error.code : 'internal';
    const reason = error instanceof KeychainError ? error.reason : null;
    return { id, ok: false, error: { code, reason, message: String(error) } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, request }: { id: number; request: AgentRequest } = JSON.parse(line);
  void reply(id, request).then((response) => process.stdout.write(`${JSON.stringify(response)}\n`));
}
