import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, pageFile, pageHeaders } from './page-headers.ts';

describe('pageFile', () => {
  it('returns index.html for the root', () => {
    expect(pageFile('/')).toEqual({
      path: 'index.html',
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-store',
    });
  });

  it.each([
    ['/assets/index-B3x_9.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-B3x_9.css', 'text/css; charset=utf-8'],
    ['/assets/inter-latin-wght-normal-Dx4kXJAl.woff2', 'font/woff2'],
  ])('caches %s forever', (pathname, contentType) => {
    expect(pageFile(pathname)).toEqual({
      path: pathname.slice(1),
      contentType,
      cacheControl: 'public, max-age=31536000, immutable',
    });
  });

  it('revalidates a file without a hash', () => {
    expect(pageFile('/icon.svg')?.cacheControl).toBe('no-cache');
  });

  it.each([
    '',
    '//',
    '/..',
    '/../package.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2fpackage.json',
    '/..\\package.json',
    '/C:/windows/win.ini.txt',
    '//etc/hosts.txt',
    '/./index.html',
    '/.env.json',
    '/assets/.hidden.js',
    '/index.html/',
    '/index.html\u0000.js',
    '/assets',
    '/assets/program.exe',
    '/assets/index.js.map',
    '/assets/index.JS',
    '/toString',
    '/a.constructor',
    'index.html',
    'assets/index.js',
  ])('rejects %j', (pathname) => {
    expect(pageFile(pathname)).toBeNull();
  });
});

describe('pageHeaders', () => {
  it('allow loading from the page’s host only, and no inline scripts', () => {
    const sources = contentSecurityPolicy.split('; ').flatMap((directive) => directive.split(' ').slice(1));
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", 'data:']));
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; script-src 'self';/);
  });

  it('allow one browser feature: writing to the clipboard', () => {
    const allowed = (pageHeaders['permissions-policy'] ?? '').split(', ').filter((rule) => !rule.endsWith('=()'));
    expect(allowed).toEqual(['clipboard-write=(self)']);
  });
});
