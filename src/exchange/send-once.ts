import type { Timestamp } from '../shared/domain.ts';
import { OrderglassError } from '../shared/errors.ts';
import { checkCredentials, readBaseUrl } from './base-url.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { openEnvelope } from './envelope.ts';
import { createTransport, type SendOptions } from './http-transport.ts';
import type { OpenedResult } from './json-text.ts';
import { createEraser, createRedactor } from './redaction.ts';
import { type Credentials, createNonce, type Parameter, type SigningVariant, signatureOf } from './signing.ts';

export interface ExchangeClientOptions {
  /** The {base_url} of service-api.md: https, or http on this machine; it may have a path. */
  readonly baseUrl: string;
  /**
   * Without them only the three market operations can be called. A function is asked anew for each request, so that one client
   * can serve an account from before its credentials are known; a signed request while it answers `null` is `not-authenticated`.
   */
  readonly credentials?: Credentials | (() => Credentials | null);
  readonly signingVariant: SigningVariant;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds: for nonces, which the service compares with its own clock, and for `fetchedAt`. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** For a whole request, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** Default 16 MiB. */
  readonly maximumBodyBytes?: number;
}

/** What one request asks for. */
export interface ExchangeRequest {
  readonly name: EndpointName;
  readonly parameters: readonly Parameter[];
}

/** What came back: the answer's `result`, not yet read as rows. */
export interface ExchangeResponse {
  readonly result: OpenedResult;
  readonly fetchedAt: Timestamp;
}

/** Sends one request, with a nonce and a signature of its own. Rejects as the functions of `ExchangeClient` do. */
export type SendOnce = (question: ExchangeRequest, options: SendOptions) => Promise<ExchangeResponse>;

const defaultTimeoutMs = 15_000;
const defaultMaximumBodyBytes = 16 * 1024 * 1024;

/**
 * Throws `invalid-input` where the base URL or the credentials cannot be used. Sends nothing yet. `serviceNow` is the service's
 * time as far as it is known, in epoch milliseconds: nonces are made in it.
 */
export function createSendOnce(options: ExchangeClientOptions, serviceNow: () => number = options.now): SendOnce {
  const { signingVariant, fetch, now, random } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const currentCredentials = credentialsReader(options.credentials);
  const send = createTransport({
    fetch,
    now,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maximumBodyBytes: options.maximumBodyBytes ?? defaultMaximumBodyBytes,
  });

  function headersFor({ name, parameters }: ExchangeRequest, credentials: Credentials | null): Record<string, string> {
    if (!endpoints[name].signed) return { Accept: 'application/json' };
    if (credentials === null) throw new OrderglassError('not-authenticated', 'the credentials are not known');
    const nonce = createNonce(serviceNow(), random);
    const signature = signatureOf(credentials, nonce, parameters, signingVariant);
    return { Accept: 'application/json', Token: credentials.token, Nonce: nonce, Signature: signature };
  }

  return async (question, sendOptions) => {
    const url = urlOf(baseUrl, endpoints[question.name].path, question.parameters);
    const credentials = currentCredentials();
    const answer = await send(url, headersFor(question, credentials), sendOptions);
    // Also those that became known meanwhile: the service may know them from an earlier request.
    const secrets = [credentials, currentCredentials()].flatMap(secretsOf);
    const text = createEraser(secrets)(answer.text);
    return { result: openEnvelope({ ...answer, text }, createRedactor(secrets)), fetchedAt: answer.fetchedAt };
  };
}

function secretsOf(credentials: Credentials | null): string[] {
  return credentials === null ? [] : [credentials.token, credentials.secretKey];
}

/** Each credentials are checked before their first use. */
function credentialsReader(given: ExchangeClientOptions['credentials']): () => Credentials | null {
  let checked: Credentials | null = null;
  const read = () => {
    const current = (typeof given === 'function' ? given() : given) ?? null;
    if (current !== null && current !== checked) checkCredentials(current);
    checked = current;
    return current;
  };
  if (typeof given !== 'function') read();
  return read;
}

/** Only the origin and path of the base URL are taken over: whatever a parameter holds, it cannot lead elsewhere. */
function urlOf(baseUrl: URL, path: string, parameters: readonly Parameter[]): URL {
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname === '/' ? '' : baseUrl.pathname}${path}`;
  url.search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return url;
}
