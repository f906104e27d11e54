import { expect, it } from 'vitest';
import { resolveLanguage } from './language.ts';

it('returns the chosen language, whatever the system’s', () => {
  expect(resolveLanguage('zh', ['en-GB'])).toBe('zh');
  expect(resolveLanguage('en', ['zh-CN'])).toBe('en');
});

it.each([
  [['zh'], 'zh'],
  [['zh-CN'], 'zh'],
  [['zh-Hant-TW', 'en'], 'zh'],
  [['zh_CN.UTF-8'], 'zh'],
  [['ZH-hans'], 'zh'],
  [['de-CH', 'zh-CN', 'en'], 'zh'],
  [['en-US', 'zh-CN'], 'en'],
  [['de-CH', 'fr'], 'en'],
  [['zha'], 'en'],
  [['C'], 'en'],
  [[''], 'en'],
  [[], 'en'],
] as const)('follows the system: %j is %s', (locales, language) => {
  expect(resolveLanguage('system', locales)).toBe(language);
});
