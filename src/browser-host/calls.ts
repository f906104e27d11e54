import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { fail, type Result } from '../shared/result.ts';
import type { HostedCore } from './core.ts';

/** No question that the page asks is anywhere near this long. */
export const maxBodyBytes = 1024 * 1024;

const callSchema = z.strictObject({ channel: z.string(), input: z.unknown() });

/**
 * Carries one call to the core and its `Result` back. Every answer of the core is HTTP 200, failures included: the
 * status says only whether the call was carried.
 */
export async function serveCall(core: HostedCore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const abandoned = new AbortController();
  response.once('close', () => abandoned.abort());

  const body = await readBody(request);
  if (body === null) {
    response.setHeader('connection', 'close');
    sendResult(response, 413, fail('invalid-input', 'The call is too long.'));
    return;
  }
  const call = parseCall(body);
  if (!call) {
    sendResult(response, 400, fail('invalid-input', 'The call is not of the form { channel, input }.'));
    return;
  }
  const result = await core.call(call.channel, call.input, { signal: abandoned.signal });
  if (!response.destroyed) sendResult(response, 200, result);
}

export function sendResult(response: ServerResponse, status: number, result: Result<unknown>): void {
  const body = Buffer.from(JSON.stringify(result));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** `null` where it is longer than allowed; the rest is then not waited for. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseCall(body: string): z.output<typeof callSchema> | null {
  try {
    return callSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
