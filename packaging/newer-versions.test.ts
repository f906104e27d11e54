import { expect, it } from 'vitest';
import { newestOfLine } from './newer-versions.mjs';

it('the newest version is of the same major version, by number, and no prerelease', () => {
  const versions = ['44.9.0', '45.2.0', '45.10.0', '45.9.1', '45.11.0-beta.1', '46.0.0'];
  expect(newestOfLine('45.2.0', versions)).toBe('45.10.0');
  expect(newestOfLine('45.10.0', versions)).toBe('45.10.0');
  expect(newestOfLine('47.0.0', versions)).toBe('47.0.0');
});
