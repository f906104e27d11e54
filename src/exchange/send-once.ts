import type { ParsedResult } from '../shared/json/json-text.ts';
import type { SigningVariant, Timestamp } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { checkCredentials, readBaseUrl } from './base-url.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { type EnvelopeText, openEnvelope, type UnsplitResult } from './envelope.ts';
import { createTransport, type Fetch, type SendOptions } from './http-transport.ts';
import type { ReadTime } from './order-rows.ts';
import { createEraser, createRedactor } from './redaction.ts';
import { type Credentials, createNonce, type Parameter, signatureOf } from './signing.ts';

export interface ExchangeClientOptions {
  /** The {base_url} of docs/service.md 4: https, or http for the loopback interface; a path is allowed. */
  readonly baseUrl: string;
  /**
   * Default: only the three market operations work. A function is called for each request, so that a client can be created before the
   * credentials are loaded; signed requests reject with `not-authenticated` while it returns `null`.
   */
  readonly credentials?: Credentials | (() => Credentials | null);
  readonly signingVariant: SigningVariant;
  readonly fetch: Fetch;
  /** Epoch milliseconds, for nonces and `fetchedAt`. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Timeout of a whole request (ms). Default 15,000. */
  readonly timeoutMs?: number;
  /** Default 2 MiB, several times the service's longest list. */
  readonly maxBodyBytes?: number;
}

export interface ExchangeRequest {
  readonly name: EndpointName;
  readonly parameters: readonly Parameter[];
}

export interface ExchangeResponse {
  /** The response's `result`, before its rows are read. */
  readonly result: ParsedResult | UnsplitResult;
  /** By this computer's clock, as the others: see `HttpResponse`. */
  readonly sentAt: Timestamp;
  readonly receivedAt: Timestamp;
  readonly fetchedAt: Timestamp;
  readonly readAt?: ReadTime;
}

/** Sends one request with its own nonce and signature, without retries. Rejects as the functions of `ExchangeClient` do. */
export type SendOnce = (request: ExchangeRequest, options: SendOptions) => Promise<ExchangeResponse>;

interface OpenedResponse {
  readonly response: EnvelopeText;
  readonly result: ParsedResult | UnsplitResult;
}

const defaultTimeoutMs = 15_000;
const defaultMaxBodyBytes = 2 * 1024 * 1024;

/**
 * Throws `invalid-input` for an unusable base URL or credentials. `serviceNow`: the service's time (epoch ms) as far as it is known, for
 * nonces. Default: the time of this computer.
 */
export function createSendOnce(options: ExchangeClientOptions, serviceNow: () => number = options.now): SendOnce {
  const { signingVariant, fetch, now, random } = options;
  const { timeoutMs = defaultTimeoutMs, maxBodyBytes = defaultMaxBodyBytes } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const currentCredentials = credentialsReader(options.credentials);
  const send = createTransport({ fetch, now, timeoutMs, maxBodyBytes });
  /** The last response of each market operation. */
  const opened = new Map<EndpointName, OpenedResponse>();

  /** Returns the same result for equal market lists in a row: the exchange refreshes tickers only a few times a minute (docs/service.md 10.3). */
  function open(name: EndpointName, response: EnvelopeText, secrets: readonly string[]): ParsedResult | UnsplitResult {
    const last = opened.get(name);
    if (last !== undefined && isSameText(last.response, response)) return last.result;
    const result = openEnvelope(response, createRedactor(secrets));
    if (!endpoints[name].signed) opened.set(name, { response, result });
    return result;
  }

  function headersFor({ name, parameters }: ExchangeRequest, credentials: Credentials | null): Record<string, string> {
    if (!endpoints[name].signed) return { Accept: 'application/json' };
    if (credentials === null) throw new OrderglassError('not-authenticated', 'the credentials are not known');
    const nonce = createNonce(serviceNow(), random);
    const signature = signatureOf(credentials, nonce, parameters, signingVariant);
    return { Accept: 'application/json', Token: credentials.token, Nonce: nonce, Signature: signature };
  }

  return async (request, sendOptions) => {
    const url = urlOf(baseUrl, endpoints[request.name].path, request.parameters);
    const credentials = currentCredentials();
    const response = await send(url, headersFor(request, credentials), sendOptions);
    // Credentials loaded during the request are erased, too: the service may know them from an earlier request.
    const secrets = [credentials, currentCredentials()].flatMap(secretsOf);
    const text = createEraser(secrets)(response.text);
    const { status, isUtf8, excess, sentAt, receivedAt, fetchedAt } = response;
    if (endpoints[request.name].signed && response.isFromCache) {
      const service = { httpStatus: status };
      throw new OrderglassError('cached-response', 'a cache answered the signed request', { service });
    }
    const result = open(request.name, { status, text, isUtf8, excess }, secrets);
    return { result, sentAt, receivedAt, fetchedAt };
  };
}

function isSameText(one: EnvelopeText, other: EnvelopeText): boolean {
  return (['text', 'status', 'isUtf8', 'excess'] as const).every((key) => one[key] === other[key]);
}

function secretsOf(credentials: Credentials | null): string[] {
  return credentials === null ? [] : [credentials.token, credentials.secretKey];
}

/** Checks credentials before their first use. */
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

/** Takes only origin and path from the base URL, and encodes every parameter, so that no value can change the host or the path. */
function urlOf(baseUrl: URL, path: string, parameters: readonly Parameter[]): URL {
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname === '/' ? '' : baseUrl.pathname}${path}`;
  url.search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return url;
}
