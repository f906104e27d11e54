import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

interface JsxElement {
  type: 'JSXOpeningElement';
  start: number;
  name: { name?: string; object?: unknown; property?: { name: string } };
  attributes: { name?: { name: string }; value?: { value?: unknown } | null }[];
}

/** Fields that take no text. */
const choices = ['checkbox', 'radio'];

/** Returns the text fields of a component that take a text of any length. */
function endlessFields(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found: string[] = [];
  visit(parseSync(file, source).program);
  return found;

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, name, attributes, start } = node as JsxElement;
    const isField =
      type === 'JSXOpeningElement' &&
      (name.name === 'input' || name.name === 'textarea' || name.property?.name === 'Input');
    const named = (attribute: string) => attributes.find((each) => each.name?.name === attribute);
    if (isField && !choices.includes(String(named('type')?.value?.value)) && !named('maxLength')) {
      found.push(`${file}:${source.slice(0, start).split('\n').length}`);
    }
    Object.values(node).forEach(visit);
  }
}

it('each text field of the page has a greatest length', () => {
  const files = globSync('src/renderer/**/*.tsx').filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(endlessFields)).toEqual([]);
});

it('no array of any length is spread into Math.min or Math.max', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\/testing\/|demo-exchange/.test(file));
  expect(files.filter((file) => /Math\.(max|min)\(\.\.\./.test(readFileSync(file, 'utf8')))).toEqual([]);
});
