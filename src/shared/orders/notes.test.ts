import { describe, expect, test } from 'vitest';
import { questions } from '../contract/questions.ts';
import { cleanNote, maxNoteLength, maxTagLength, tagsOf } from './notes.ts';

test('a stored note has no control characters, halves of characters, carriage returns, or white space around it', () => {
  expect(cleanNote(' \u0000late\r\n entry\r\u0007\t#fomo\ud800\u009f \n')).toBe('late\n entry\n\t#fomo');
  expect(cleanNote('<b>1 < 2</b> =1+1 \u202edesrever \u200f😀')).toBe('<b>1 < 2</b> =1+1 \u202edesrever \u200f😀');
  expect(cleanNote(' \n\t')).toBe('');
});

describe('tags', () => {
  test.each([
    ['#fomo at the top, #Late-Entry and #late-entry', ['fomo', 'late-entry']],
    ['突破后回踩 #突破，＃假突破 #２倍', ['突破', '假突破', '2倍']],
    ['(#a)#b #c_1: #d.', ['a', 'b', 'c_1', 'd']],
    ['﹟small', ['small']],
    ['issue#7 https://example.org/#part &#39; ##x #', []],
    ['#straße #STRASSE #नमस्ते #😀', ['strasse', 'नमस्ते']],
    [`#${'x'.repeat(maxTagLength)} #${'y'.repeat(maxTagLength + 1)}`, ['x'.repeat(maxTagLength)]],
  ])('of %j', (text, tags) => {
    expect(tagsOf(text)).toEqual(tags);
  });
});

test('a note is limited after it was cleaned', () => {
  const change = (text: string) =>
    questions.saveNote.input.safeParse({ account: 'demo', kind: 'order', key: 'cross:1', text, before: '' });
  expect(change(`${'x'.repeat(maxNoteLength)}\r\n\u0000`).data?.text).toHaveLength(maxNoteLength);
  expect(change('x'.repeat(maxNoteLength + 1)).success).toBe(false);
});
