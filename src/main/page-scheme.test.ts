import { expect, it } from 'vitest';
import { isOwnPage, pageUrl } from './page-scheme.ts';

it.each([
  pageUrl,
  'orderglass://app',
  'orderglass://app/assets/index.js',
  'orderglass://app/?a#b',
  'ORDERGLASS://app/',
])('recognizes the own page: %s', (url) => {
  expect(isOwnPage(url)).toBe(true);
});

it.each([
  '',
  'null',
  'about:blank',
  'about:srcdoc',
  'file:///etc/passwd',
  'https://app/',
  'https://orderglass.app/',
  'orderglass://App.evil/',
  'orderglass://other/',
  'orderglass://app:1/',
  'orderglass://app@evil/',
  'orderglass://user@app/',
  'orderglass:app',
  'orderglass:///app/',
  'orderglass2://app/',
  'data:text/html,orderglass://app/',
  'javascript:orderglass://app/',
  'blob:orderglass://app/1',
  'view-source:orderglass://app/',
])('rejects any other address: %s', (url) => {
  expect(isOwnPage(url)).toBe(false);
});
