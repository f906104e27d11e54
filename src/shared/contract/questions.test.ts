import { expect, test } from 'vitest';
import { questions } from './questions.ts';

const entries = Object.entries(questions);

test.each(entries)('%s has a title and one sentence', (_name, { title, description }) => {
  expect(title).toMatch(/^[A-Z][A-Za-z ]{3,30}$/);
  expect(description).toMatch(/^[A-Z][^.]+\.$/);
});

test('no two questions have the same title', () => {
  expect(new Set(entries.map(([, { title }]) => title)).size).toBe(entries.length);
});
