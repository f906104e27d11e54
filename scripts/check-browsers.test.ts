import { describe, expect, test } from 'vitest';
import { createScriptCheck, createStyleCheck } from './lib/browser-support.mjs';

const versions = { chrome: 150, firefox: 153, safari: 26 };
const scriptNames = (text: string) => createScriptCheck(versions)('page.ts', text).map(({ name }) => name);
const styleNames = (text: string) => createStyleCheck(versions)(text).map(({ name }) => name);

describe('in scripts', () => {
  test.each([
    ['requestIdleCallback(() => {});', 'requestIdleCallback'],
    ['window.requestIdleCallback(() => {});', 'requestIdleCallback'],
    ['const now = Temporal.Now.instant();', 'Temporal'],
    ['new EyeDropper();', 'EyeDropper'],
    ['navigator.connection.type;', 'connection'],
    ['element.scrollIntoViewIfNeeded();', 'scrollIntoViewIfNeeded'],
  ])('%s uses what a promised browser lacks', (text, name) => {
    expect(scriptNames(text)).toContain(name);
  });

  test('names that every promised browser has, and names of the program, may be used', () => {
    expect(
      scriptNames('Object.groupBy([], String); Promise.withResolvers(); [].toSorted(); new BroadcastChannel("a");'),
    ).toEqual([]);
    expect(scriptNames("import { requestIdleCallback } from './idle.ts'; requestIdleCallback();")).toEqual([]);
    expect(scriptNames('function show(connection: { type: string }) { return connection.type; }')).toEqual([]);
  });
});

describe('in style sheets', () => {
  test.each([
    ['.note {\n  field-sizing: content;\n}', 'field-sizing'],
    ['.sum { text-decoration: underline dotted; }', 'text-decoration: dotted'],
    ['.bar:-internal-none, p::target-text-none {} .a::scroll-button {}', ':scroll-button'],
    ['@view-transition { navigation: auto; }', '@view-transition'],
  ])('%s uses what a promised browser lacks', (text, name) => {
    expect(styleNames(text)).toContain(name);
  });

  test('what @supports asks for, what the bundler prefixes, and common properties may be used', () => {
    expect(styleNames('@supports (field-sizing: content) { .note { field-sizing: content; } }')).toEqual([]);
    expect(
      styleNames('.a { user-select: none; } .b:has(> .c)::before { content: "field-sizing: x"; display: grid; }'),
    ).toEqual([]);
  });
});
