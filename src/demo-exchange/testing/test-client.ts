import { createHash } from 'node:crypto';
import type { DemoExchange } from '../index.ts';

type Parameters = Readonly<Record<string, string | number>>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly envelope: { readonly errno: number; readonly errmsg: string; readonly result?: unknown };
}

export const paths = {
  orders: '/v1/futures/orders/history',
  planHistory: '/v1/futures/plan/history',
  currentPlans: '/v1/futures/plan/current',
  spotTickers: '/v1/spot/24kline_list',
  futuresTickers: '/v1/futures/24kline_list',
  precision: '/v1/futures/symbol_precision',
} as const;

/** A client written from docs/service.md alone. Shares no code with the demo exchange or with src/exchange. */
export class TestClient {
  readonly #exchange: DemoExchange;
  readonly #now: () => number;
  #requests = 0;

  constructor(exchange: DemoExchange, now: () => number = Date.now) {
    this.#exchange = exchange;
    this.#now = now;
  }

  nonce(): string {
    this.#requests++;
    return `${Math.floor(this.#now() / 1000)}_${this.#requests.toString(36).padStart(5, '0')}`;
  }

  signedHeaders(parameters: Parameters, nonce = this.nonce()): Record<string, string> {
    const { token, secretKey } = this.#exchange;
    const parts = [token, secretKey, nonce, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)];
    const Signature = createHash('sha1').update(parts.sort().join('')).digest('hex');
    return { Token: token, Nonce: nonce, Signature };
  }

  /** Sends a signed request and returns the unread response. */
  fetch(path: string, parameters: Parameters = {}, options: RequestInit = {}): Promise<Response> {
    return fetch(this.#url(path, parameters), { headers: this.signedHeaders(parameters), ...options });
  }

  async signed(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.request(path, parameters, this.signedHeaders(parameters));
  }

  async request(path: string, parameters: Parameters = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return readAnswer(await fetch(this.#url(path, parameters), { headers }));
  }

  #url(path: string, parameters: Parameters): string {
    const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `${this.#exchange.baseUrl}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  }

  /** Returns the rows of a signed request. Throws if the request fails. */
  async rows<Row>(path: string, parameters: Parameters = {}): Promise<Row[]> {
    return rowsOf(await this.signed(path, parameters));
  }

  /** Returns the rows of an unsigned request. Throws if the request fails. */
  async publicRows<Row>(path: string, parameters: Parameters = {}): Promise<Row[]> {
    return rowsOf(await this.request(path, parameters));
  }
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, envelope: JSON.parse(text) };
}

function rowsOf<Row>({ envelope }: Answer): Row[] {
  if (envelope.errno !== 0) throw new Error(`errno ${envelope.errno}: ${envelope.errmsg}`);
  if (!Array.isArray(envelope.result)) throw new Error('result is no array');
  return envelope.result;
}
