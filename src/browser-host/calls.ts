import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Core } from '../core/index.ts';
import { fail, type Result } from '../shared/values/result.ts';

/** Maximum size of a call. The calls of the page are far smaller. */
export const maxBodyBytes = 1024 * 1024;

const callSchema = z.strictObject({ channel: z.string(), input: z.unknown() });

/** Passes one call to the core and responds with its `Result`. Failures of the core are HTTP 200, too: the status is about the transport. */
export async function serveCall(
  core: Pick<Core, 'call'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const controller = new AbortController();
  response.once('close', () => controller.abort());

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
  const result = await core.call(call.channel, call.input, { signal: controller.signal });
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

/** `null` if the body is longer than `maxBodyBytes`; the rest is not read then. */
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
