import type { ErrorCode, UnreachableReason } from '../shared/values/error-codes.ts';
import { OrderglassError } from '../shared/values/errors.ts';

/** Codes of OpenSSL for a server whose first bytes are not TLS. */
const plainTextCodes = new Set([
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);
/** Codes of Node and OpenSSL for untrusted certificates and failed TLS handshakes. */
const certificateCodes = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CRL_HAS_EXPIRED',
  'CRL_NOT_YET_VALID',
  'CRL_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EPROTO',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_CRL',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** Words of OpenSSL and BoringSSL for the same, in the message of an `EPROTO`: the error of a request that waits for the handshake. */
const plainTextWords = /(?:http.request|packet.length.too.long|unknown.protocol|wrong.version.number)/i;
/** Codes for responses that are no valid HTTP. */
const garbledCode = /^(?:HPE_|Z_)/;
const encryptionCode = /^(?:ERR_TLS_|ERR_SSL_)/;
const printableCode = /^[A-Z][A-Z0-9_]{1,59}$/;
const maxDepth = 5;

/** Returns the error for a failed request or an incomplete body. Drops the original error, because its text may quote a header. */
export function networkFailure(error: unknown): OrderglassError {
  const codes = systemCodes(error, maxDepth);
  const code = errorCodeOf(codes);
  const detail = codes.find((name) => printableCode.test(name));
  const reasons = code === 'offline' ? codes.flatMap((name) => unreachableReasonOf[name] ?? []) : [];
  const message = `${sentences[code]}${detail === undefined ? '' : ` (${detail})`}`;
  return new OrderglassError(code, message, reasons[0] === undefined ? {} : { unreachable: reasons[0] });
}

/** Codes of the system that tell why no server was reached. */
const unreachableReasonOf: Readonly<Record<string, UnreachableReason>> = {
  ENOTFOUND: 'unknown-host',
  ECONNREFUSED: 'refused',
};

type NetworkErrorCode = Extract<ErrorCode, 'no-tls' | 'untrusted-certificate' | 'timeout' | 'bad-answer' | 'offline'>;

const sentences: Record<NetworkErrorCode, string> = {
  'untrusted-certificate': 'the connection is not encrypted with a trusted certificate',
  'no-tls': 'the server does not use TLS',
  timeout: 'the connection timed out',
  'bad-answer': 'the response is no valid HTTP',
  offline: 'the exchange cannot be reached',
};

function errorCodeOf(codes: readonly string[]): NetworkErrorCode {
  if (codes.some((code) => plainTextCodes.has(code))) return 'no-tls';
  if (codes.some((code) => certificateCodes.has(code) || encryptionCode.test(code))) return 'untrusted-certificate';
  if (codes.includes('ETIMEDOUT')) return 'timeout';
  return codes.some((code) => garbledCode.test(code)) ? 'bad-answer' : 'offline';
}

/** Returns the codes of an error, of its causes, and of the errors of each address if several were tried. */
function systemCodes(error: unknown, depth: number): string[] {
  if (depth === 0 || !(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [codeOf(error.code, error.message)] : [];
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...own, ...[error.cause, ...errors].flatMap((inner) => systemCodes(inner, depth - 1))];
}

function codeOf(code: string, message: string): string {
  return code === 'EPROTO' && plainTextWords.test(message) ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code;
}
