import { describe, expect, test } from 'vitest';
import {
  checkAccountName,
  checkBaseUrl,
  checkRequestsPerWindow,
  checkSecretKey,
  checkToken,
  isSameHost,
  publicBaseUrl,
  withScheme,
} from './account-input.ts';

describe('the name', () => {
  test.each([
    ['Main', null],
    ['  Main futures account ', null],
    ['币安人生 😀', null],
    ['x'.repeat(60), null],
    [`  ${'x'.repeat(60)}  `, null],
    ['', 'missing'],
    [' \n', 'missing'],
    ['x'.repeat(61), 'too-long'],
    ['a\u0000b', 'control-character'],
    ['a\nb', 'control-character'],
    ['a\u202eb', 'control-character'],
    ['a\u200bb', 'control-character'],
    ['a\ud83d', 'control-character'],
  ])('%j', (name, problem) => expect(checkAccountName(name, ['Other'])).toBe(problem));

  test.each([
    ['main', 'Main'],
    ['MAIN ', ' main'],
    ['ＭＡＩＮ', 'main'],
    ['Ma\u0301in', 'M\u00e1in'],
    ['ﬁle', 'FILE'],
  ])('%j is %j', (name, other) => expect(checkAccountName(name, ['x', other])).toBe('taken'));

  test('another name is accepted', () => expect(checkAccountName('Main 2', ['Main', 'Main 1'])).toBeNull());
});

describe('the base URL', () => {
  test.each([
    publicBaseUrl,
    ` ${publicBaseUrl}\n`,
    'https://exchange.example/',
    'https://exchange.example:8443/a/b',
    'HTTPS://EXCHANGE.EXAMPLE',
    'https://10.0.0.1',
    'https://[2001:db8::1]:8443',
    'http://localhost:1234',
    'http://LOCALHOST',
    'http://127.0.0.1:1',
    'http://127.8.9.10/prefix',
    'http://[::1]:80',
  ])('%j', (url) => {
    expect(checkBaseUrl(url)).toBeNull();
    expect(URL.canParse(url.trim())).toBe(true);
  });

  test.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['exchange.example', 'no-url'],
    ['https:/exchange.example', 'no-url'],
    ['https://', 'no-url'],
    ['ftp://exchange.example', 'no-url'],
    ['javascript:alert(1)', 'no-url'],
    ['file:///etc/passwd', 'no-url'],
    ['https://exchange.example\\@evil.example', 'has-user'],
    ['https://exchange.example\\evil', 'no-url'],
    ['https://exchange.example:port', 'no-url'],
    ['https://:443', 'no-url'],
    ['http://exchange.example', 'not-https'],
    ['http://10.0.0.1', 'not-https'],
    ['http://localhost.example', 'not-https'],
    ['http://127.0.0.1.example', 'not-https'],
    ['http://127.1', 'not-https'],
    ['http://[::2]', 'not-https'],
    ['https://user@exchange.example', 'has-user'],
    ['https://user:password@exchange.example', 'has-user'],
    ['http://localhost@exchange.example', 'has-user'],
    ['https://exchange.example?x=1', 'has-query'],
    ['https://exchange.example/#part', 'has-query'],
    ['https://exchange.example/?', 'has-query'],
    ['https://exchange .example', 'has-space'],
    ['https://exchange.example/a b', 'has-space'],
    ['https://exchange.\u200bexample', 'has-space'],
    ['https://exchange.example/\u0000', 'has-space'],
  ])('%j: %s', (url, problem) => expect(checkBaseUrl(url)).toBe(problem));
});

describe('credentials', () => {
  test.each(['a', 'Aa0+/=_-.~!"#$%&', 'x'.repeat(1000), ' pasted\r\n', '\ufeffpasted\u00a0'])('%j', (text) => {
    expect(checkToken(text)).toBeNull();
    expect(checkSecretKey(text)).toBeNull();
  });

  test.each([
    ['', 'missing'],
    [' \t\n', 'missing'],
    ['x'.repeat(1001), 'too-long'],
    ['two parts', 'has-space'],
    ['two\nlines', 'has-space'],
    ['two\u00a0parts', 'has-space'],
    ['a\u0000b', 'control-character'],
    ['a\u200bb', 'control-character'],
    ['a\ud800b', 'control-character'],
  ])('%j: %s', (text, problem) => {
    expect(checkToken(text)).toBe(problem);
    expect(checkSecretKey(text)).toBe(problem);
  });

  test.each(['clé', '币', '😀'])('%j is a valid secret key, but no token', (text) => {
    expect(checkSecretKey(text)).toBeNull();
    expect(checkToken(text)).toBe('not-ascii');
  });
});

describe('requests in a window', () => {
  test.each(['1', '100', ' 1000 ', '0100'])('%j', (text) => expect(checkRequestsPerWindow(text)).toBeNull());

  test.each([
    ['', 'not-a-number'],
    ['many', 'not-a-number'],
    ['1.5', 'not-a-number'],
    ['-1', 'not-a-number'],
    ['1e2', 'not-a-number'],
    ['１００', 'not-a-number'],
    ['1000000', 'not-a-number'],
    ['0', 'out-of-range'],
    ['1001', 'out-of-range'],
  ])('%j: %s', (text, problem) => expect(checkRequestsPerWindow(text)).toBe(problem));
});

test.each([
  ['https://oapi.example.com', 'https://OAPI.example.com/', true],
  ['https://oapi.example.com/a', ' https://oapi.example.com/b ', true],
  ['https://oapi.example.com', 'https://oapi.example.com.evil.example', false],
  ['https://oapi.example.com', 'https://oapi.example.com:8443', false],
  ['https://localhost', 'http://localhost', false],
  ['https://oapi.example.com', 'no url', false],
  ['no url', 'no url', false],
])('%s and %s have the same host: %s', (one, other, same) => expect(isSameHost(one, other)).toBe(same));

test.each([
  [' exchange.example ', 'https://exchange.example'],
  ['exchange.example:8443/api', 'https://exchange.example:8443/api'],
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080/path', 'http://127.0.0.1:8080/path'],
  ['http://exchange.example', 'http://exchange.example'],
  ['ftp://exchange.example', 'ftp://exchange.example'],
  ['', ''],
])('a base URL without a scheme is completed: %j', (typed, url) => expect(withScheme(typed)).toBe(url));
