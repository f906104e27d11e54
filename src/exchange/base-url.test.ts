import { describe, expect, test } from 'vitest';
import { checkCredentials, readBaseUrl } from './base-url.ts';

describe('base URL', () => {
  test.each([
    ['https://exchange.example', 'https://exchange.example/'],
    ['https://exchange.example:8443/api/', 'https://exchange.example:8443/api'],
    ['https://exchange.example/api//', 'https://exchange.example/api'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['http://127.8.9.1', 'http://127.8.9.1/'],
    ['http://localhost:1', 'http://localhost:1/'],
    ['http://[::1]:80', 'http://[::1]/'],
    ['http://127.1', 'http://127.0.0.1/'],
  ])('%s', (text, expected) => expect(readBaseUrl(text).href).toBe(expected));

  test.each([
    '',
    'exchange.example',
    'http://exchange.example',
    'http://10.0.0.1',
    'http://127.0.0.1.exchange.example',
    'http://localhost.exchange.example',
    'http://[::2]',
    'http://0.0.0.0',
    'ftp://exchange.example',
    'file:///etc/passwd',
    'https://user:pass@exchange.example',
    'https://token@exchange.example',
    'https://exchange.example/?a=1',
    'https://exchange.example/#a',
  ])('%j is rejected', (text) => {
    expect(() => readBaseUrl(text)).toThrowError(expect.objectContaining({ code: 'invalid-input' }));
  });
});

describe('credentials', () => {
  test('valid ones are accepted', () => {
    expect(() => checkCredentials({ token: 'abc-DEF_1!', secretKey: 'any Schlüssel 😀' })).not.toThrow();
  });

  test.each([
    ['', 'secret'],
    ['with space', 'secret'],
    ['line\r\nX-Other: 1', 'secret'],
    ['Schlüssel', 'secret'],
    ['token', ''],
    ['token', 'tab\tbed'],
    ['token', 'half\ud800'],
  ])('%j and %j are rejected without being quoted', (token, secretKey) => {
    let message = '';
    try {
      checkCredentials({ token, secretKey });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/OrderglassError: the (token|secret key) must be/);
    if (token !== '' && token !== 'token') expect(message).not.toContain(token);
  });
});
