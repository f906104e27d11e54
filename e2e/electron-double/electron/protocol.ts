import type { CustomScheme, Protocol } from 'electron';
import type { HeaderEntry, PausedRequest } from '../chromium/protocol.ts';
import { Double, NotModeled } from '../not-modeled.ts';
import { addresses, reportFault } from '../runtime.ts';

type Handler = Parameters<Protocol['handle']>[1];

export interface ProtocolAnswer {
  status: { code: number; text: string };
  fulfilment: { responseCode: number; responseHeaders: HeaderEntry[]; body?: string };
}

export class ProtocolDouble extends Double implements Pick<Protocol, 'handle' | 'registerSchemesAsPrivileged'> {
  readonly #handlers = new Map<string, Handler>();
  readonly #isReady: () => boolean;

  constructor(isReady: () => boolean) {
    super();
    this.#isReady = isReady;
  }

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (this.#isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of schemes) {
      if (!privileges.standard || !privileges.secure || !privileges.supportFetchAPI)
        throw new NotModeled(`the scheme "${scheme}", which is not standard, secure and open to fetch`);
      if (privileges.bypassCSP || privileges.allowServiceWorkers || privileges.allowExtensions)
        throw new NotModeled(`the privileges of the scheme "${scheme}"`);
      addresses.add(scheme);
    }
  }

  handle(scheme: string, handler: Handler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler);
  }

  /** Returns the response of the program's scheme handler, or `null` if there is none or it throws. */
  async answer(scheme: string, request: PausedRequest['request']): Promise<ProtocolAnswer | null> {
    try {
      const handler = this.#handlers.get(scheme);
      if (!handler) throw new Error(`Nothing handles ${scheme}:`);
      const { status, statusText, headers, body } = await handler(toRequest(request));
      const bytes = body ? await new Response(body).bytes() : null;
      return {
        status: { code: status, text: statusText },
        fulfilment: {
          responseCode: status,
          responseHeaders: toHeaders(headers),
          ...(bytes ? { body: Buffer.from(bytes).toString('base64') } : {}),
        },
      };
    } catch (error) {
      reportFault(error);
      return null;
    }
  }
}

function toRequest({ url, urlFragment = '', method, headers, postDataEntries }: PausedRequest['request']): Request {
  const body = postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return new Request(addresses.toElectron(url + urlFragment), {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, addresses.toElectron(value)]),
    ...(body ? { body: Buffer.concat(body) } : {}),
  });
}

function toHeaders(headers: Headers): HeaderEntry[] {
  return [...headers].map(([name, value]) => ({ name, value: addresses.toChromium(value) }));
}
