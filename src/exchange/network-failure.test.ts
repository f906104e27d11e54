import { expect, test } from 'vitest';
import { networkFailure } from './network-failure.ts';

function requestFailed(cause: unknown): Error {
  return new Error('the request failed', { cause });
}

function systemError(code: string): Error {
  return Object.assign(new Error('secret detail'), { code });
}

test.each([
  ['ENOTFOUND', 'offline'],
  ['EAI_AGAIN', 'offline'],
  ['ECONNREFUSED', 'offline'],
  ['ECONNRESET', 'offline'],
  ['ENETUNREACH', 'offline'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'untrusted-certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted-certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted-certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted-certificate'],
  ['ERR_SSL_NO_CIPHERS_AVAILABLE', 'untrusted-certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'no-tls'],
  ['HPE_INVALID_CONSTANT', 'bad-answer'],
  ['HPE_HEADER_OVERFLOW', 'bad-answer'],
  ['Z_DATA_ERROR', 'bad-answer'],
])('%s is %s', (code, expected) => {
  const failure = networkFailure(requestFailed(systemError(code)));
  expect(failure.code).toBe(expected);
  expect(failure.message).toContain(`(${code})`);
});

test.each([
  'write EPROTO 0A00010B:SSL routines:tls_validate_record_header:wrong version number:tlsany_meth.c:77',
  'write EPROTO 100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER:tls_record.cc:231',
])('a server without TLS is recognized by words: %s', (message) => {
  const failure = networkFailure(Object.assign(new Error(message), { code: 'EPROTO' }));
  expect(failure.code).toBe('no-tls');
  expect(networkFailure(systemError('EPROTO')).code).toBe('untrusted-certificate');
});

test('the errors of all tried addresses count', () => {
  const failure = networkFailure(
    requestFailed(new AggregateError([systemError('ENETUNREACH'), systemError('ETIMEDOUT')])),
  );
  expect(failure.code).toBe('timeout');
});

test.each([
  ['ENOTFOUND', 'unknown-host'],
  ['ECONNREFUSED', 'refused'],
  ['ENETUNREACH', undefined],
  ['EAI_AGAIN', undefined],
])('%s tells why no server was reached: %s', (code, unreachable) => {
  const failure = networkFailure(requestFailed(new AggregateError([systemError(code), systemError(code)])));
  expect(failure.toFailure()).toMatchObject({ code: 'offline' });
  expect(failure.unreachable).toBe(unreachable);
});

test('only the code of the original error is kept', () => {
  const failure = networkFailure(requestFailed(systemError('secret code')));
  expect(failure.toFailure()).toEqual({ code: 'offline', message: 'the exchange cannot be reached' });
  expect(failure.cause).toBeUndefined();
});

test('an error that is its own cause is handled', () => {
  const error = new Error('round');
  error.cause = error;
  expect(networkFailure(error).code).toBe('offline');
});
