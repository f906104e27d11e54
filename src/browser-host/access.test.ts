import { describe, expect, it } from 'vitest';
import {
  type Access,
  decideAccess,
  exportAddress,
  exportIdOf,
  isApiPath,
  launchKeyOf,
  type RequestFacts,
} from './access.ts';
import { newSecret } from './session.ts';

const origin = 'http://127.0.0.1:4567';

/** A request of the page. Each test changes one property. */
const read: RequestFacts = {
  method: 'GET',
  target: '/',
  host: '127.0.0.1:4567',
  origin: undefined,
  fetchSite: 'same-origin',
  contentType: undefined,
  hasSession: true,
};
const call: RequestFacts = { ...read, method: 'POST', target: '/api/call', origin, contentType: 'application/json' };
const events: RequestFacts = { ...read, target: '/api/events' };
const exportId = newSecret();
const download: RequestFacts = { ...read, target: exportAddress(exportId) };
const launch: RequestFacts = { ...read, target: '/?key=abc', fetchSite: 'none', hasSession: false };

const decide = (facts: RequestFacts): Access => decideAccess(facts, origin);
const short = (access: Access): string => (access.allowed ? access.route : `${access.status} ${access.reason}`);

describe('allowed:', () => {
  it.each<[string, RequestFacts, string]>([
    ['the page', read, 'page'],
    ['the page, typed into the address bar', { ...read, fetchSite: 'none' }, 'page'],
    ['the page, from a program that sends no Sec-Fetch-Site', { ...read, fetchSite: undefined }, 'page'],
    ['a file of the page', { ...read, target: '/assets/index-1.js' }, 'page'],
    ['a file of the page, loaded as a module', { ...read, target: '/assets/index-1.js', origin }, 'page'],
    ['the head of a file', { ...read, method: 'HEAD' }, 'page'],
    ['a call', call, 'call'],
    ['a call with a charset', { ...call, contentType: 'application/json; charset=utf-8' }, 'call'],
    ['a call with a charset in another notation', { ...call, contentType: 'Application/JSON;charset=UTF-8' }, 'call'],
    ['events', events, 'events'],
    ['a download', download, 'export'],
    ['a download, from a browser that sends no Sec-Fetch-Site', { ...download, fetchSite: undefined }, 'export'],
    ['the launch', launch, 'launch'],
    ['the launch in the browser that has the session', { ...launch, hasSession: true }, 'launch'],
  ])('%s', (_name, facts, route) => {
    expect(short(decide(facts))).toBe(route);
  });
});

describe('denied, although allowed otherwise:', () => {
  const requests = { read, call, events, download, launch, asset: { ...read, target: '/assets/index-1.js' } };
  const entries = Object.entries(requests);

  it.each(entries)('%s: with any other name of this machine (DNS rebinding)', (_name, facts) => {
    const hosts = [
      undefined,
      '',
      'evil.example:4567',
      'localhost:4567',
      '127.0.0.1',
      '127.0.0.1:4568',
      '127.0.0.1:80',
      '[::1]:4567',
      '127.0.0.1:4567.evil.example',
      '127.0.0.1:4567@evil.example',
      'user@127.0.0.1:4567',
      '127.1:4567',
      '2130706433:4567',
      '0.0.0.0:4567',
    ];
    for (const host of hosts) expect(short(decide({ ...facts, host })), String(host)).toBe('403 wrong-host');
  });

  it.each(entries)('%s: from any other origin', (_name, facts) => {
    const origins = [
      'null',
      '',
      'https://127.0.0.1:4567',
      'http://127.0.0.1:4568',
      'http://localhost:4567',
      'http://evil.example',
      'http://127.0.0.1:4567.evil.example',
      `${origin}, http://evil.example`,
      `${origin}/`,
    ];
    for (const other of origins) {
      expect(short(decide({ ...facts, origin: other })), other).toBe('403 foreign-origin');
    }
  });

  it.each(entries)('%s: from another site, with any cookie', (_name, facts) => {
    for (const fetchSite of ['cross-site', 'same-site', 'anything', '']) {
      for (const hasSession of [true, false]) {
        expect(short(decide({ ...facts, fetchSite, hasSession })), fetchSite).toBe('403 foreign-site');
      }
    }
  });

  it.each(entries.filter(([name]) => name !== 'launch'))('%s: without the session', (_name, facts) => {
    expect(short(decide({ ...facts, hasSession: false }))).toBe('401 no-session');
  });

  it.each([call, events, download])('$target from the address bar', (facts) => {
    expect(short(decide({ ...facts, fetchSite: 'none' }))).toBe('403 foreign-site');
  });

  it('a call without an origin', () => {
    expect(short(decide({ ...call, origin: undefined }))).toBe('403 no-origin');
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    'application/json-patch+json',
    'application/ld+json',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'text/plain; a=application/json',
    'application/jsonx',
  ])('a call of the type %s', (contentType) => {
    expect(short(decide({ ...call, contentType }))).toBe('415 not-json');
  });

  it('any other method, with the allowed methods in the response', () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get'];
    const methodsOf: [RequestFacts, string[]][] = [
      [{ ...call }, ['POST']],
      [{ ...events }, ['GET']],
      [{ ...download }, ['GET']],
      [{ ...read }, ['GET', 'HEAD']],
    ];
    for (const [facts, right] of methodsOf) {
      for (const method of methods) {
        const access = decide({ ...facts, method });
        expect(access.allowed, `${method} ${facts.target}`).toBe(right.includes(method));
        if (!access.allowed) expect(access).toMatchObject({ status: 405, allow: right.join(', ') });
      }
    }
  });

  it('other methods for the address with the key', () => {
    for (const method of ['HEAD', 'POST', 'OPTIONS']) {
      expect(short(decide({ ...launch, method })), method).toBe('401 no-session');
    }
  });

  it.each(['http://127.0.0.1:4567/', '*', 'evil.example:443', ''])('the request target %j', (target) => {
    expect(short(decide({ ...read, target }))).toBe('404 unknown-path');
  });

  it.each(['/index.html?key=abc', '//?key=abc', '/api/call?key=abc', '/?Key=abc', '/#?key'])(
    '%s as an address with a key',
    (target) => {
      expect(short(decide({ ...launch, target, fetchSite: undefined }))).toBe('401 no-session');
    },
  );
});

/** Compares all combinations of request properties with a second formulation of the rules. */
it('allows exactly what the rules allow, in every combination', () => {
  let allowed = 0;
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])
    for (const target of [
      '/',
      '/?key=abc',
      '/assets/a-1.js',
      '/api/call',
      '/api/events',
      download.target,
      '/api/other.js',
    ])
      for (const host of ['127.0.0.1:4567', 'localhost:4567', 'evil.example', undefined])
        for (const requestOrigin of [undefined, origin, 'null', 'http://evil.example'])
          for (const fetchSite of [undefined, 'same-origin', 'none', 'same-site', 'cross-site'])
            for (const contentType of [undefined, 'application/json', 'text/plain'])
              for (const hasSession of [true, false]) {
                const facts = { method, target, host, origin: requestOrigin, fetchSite, contentType, hasSession };
                const fromPage = fetchSite === undefined || fetchSite === 'same-origin';
                const fromUser = fromPage || fetchSite === 'none';
                const isOfPage = ['/api/call', '/api/events', download.target].includes(target);
                const atOurAddress = host === '127.0.0.1:4567' && [undefined, origin].includes(requestOrigin);
                const expected =
                  atOurAddress &&
                  ((fromUser && target === '/?key=abc' && method === 'GET') ||
                    (hasSession &&
                      ((fromUser && !isOfPage && ['GET', 'HEAD'].includes(method)) ||
                        (fromPage && ['/api/events', download.target].includes(target) && method === 'GET') ||
                        (fromPage &&
                          target === '/api/call' &&
                          method === 'POST' &&
                          requestOrigin === origin &&
                          contentType === 'application/json'))));
                const access = decide(facts);
                if (access.allowed !== expected) expect.fail(JSON.stringify({ facts, access }));
                if (access.allowed) allowed += 1;
                else expect(access.status).toBeGreaterThanOrEqual(400);
              }
  expect(allowed).toBeGreaterThan(50);
});

describe('launchKeyOf', () => {
  it.each([
    ['/?key=abc', 'abc'],
    ['/?a=1&key=a-b_c', 'a-b_c'],
    ['/?key=', ''],
    ['/?keys=abc', null],
    ['/', null],
    ['/key=abc', null],
  ])('%s', (target, key) => {
    expect(launchKeyOf(target)).toBe(key);
  });
});

describe('exportIdOf', () => {
  it('returns the ID of an export address, and of no other one', () => {
    expect(exportIdOf(exportAddress(exportId))).toBe(exportId);
    expect(exportIdOf(`${exportAddress(exportId)}?again`)).toBe(exportId);
    const others = [
      '/',
      '/api/export',
      '/api/export/',
      '/api/export/..',
      '/api/export/../../accounts.json',
      '/api/export/..%2f..%2faccounts.json',
      exportAddress(exportId.slice(1)),
      exportAddress(`${exportId}x`),
      exportAddress(`${exportId}/`),
      exportAddress(`${exportId}.csv`),
      exportAddress(`${exportId.slice(1)}%41`),
      exportAddress(`${exportId.slice(2)}..`),
      exportAddress(`${exportId.slice(2)}/a`),
      `/api/Export/${exportId}`,
      `//api/export/${exportId}`,
      `/a/api/export/${exportId}`,
      `http://127.0.0.1:4567/api/export/${exportId}`,
    ];
    expect(others.filter((target) => exportIdOf(target) !== null)).toEqual([]);
  });
});

it('isApiPath tells calls from pages', () => {
  expect(['/api/call', '/api/events', '/api/call?x'].every(isApiPath)).toBe(true);
  const others = [
    '/',
    '/api',
    '/api/',
    '/api/calls',
    '/api/call/',
    '/api/Call',
    '/api/call%2f',
    '/api/call.ts',
    '/a/api/call',
  ];
  expect(others.some(isApiPath)).toBe(false);
});
