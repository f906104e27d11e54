import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../credentials.ts';
import type { SigningVariant } from '../options.ts';
import { failures, RequestRefused } from './failures.ts';
import { NonceRegister } from './nonce-register.ts';
import { parseQuery, type QueryParameters } from './query.ts';
import { isSignatureValid } from './signature.ts';

/** Checks the three headers of service-api.md section 5 against the one account there is. */
export class Authentication {
  readonly #credentials: Credentials;
  readonly #variant: SigningVariant;
  readonly #nonces = new NonceRegister();

  constructor(credentials: Credentials, variant: SigningVariant) {
    this.#credentials = credentials;
    this.#variant = variant;
  }

  /**
   * Returns the parameters that the signature covers. The nonce counts as used only once the signature is right, so that
   * nobody without the secret key can use it up. Throws headersIncomplete, tokenUnknown, nonceExpired,
   * argumentInvalid, signatureInvalid or nonceUsed, in this order.
   */
  check(headers: IncomingHttpHeaders, query: string, nowMs: number): QueryParameters {
    const { token, nonce, signature } = headers;
    if (!isGiven(token) || !isGiven(nonce) || !isGiven(signature)) throw new RequestRefused(failures.headersIncomplete);
    if (token !== this.#credentials.token) throw new RequestRefused(failures.tokenUnknown);
    if (!this.#nonces.isCurrent(nonce, nowMs)) throw new RequestRefused(failures.nonceExpired);
    const parameters = parseQuery(query);
    const parts = { ...this.#credentials, nonce, parameters };
    if (!isSignatureValid(signature, parts, this.#variant)) throw new RequestRefused(failures.signatureInvalid);
    if (!this.#nonces.take(nonce, nowMs)) throw new RequestRefused(failures.nonceUsed);
    return parameters;
  }
}

function isGiven(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && header !== '';
}
