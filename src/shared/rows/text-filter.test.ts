import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesText } from './text-filter.ts';

describe('matchesText', () => {
  test.each([
    ['btc', 'BTC-USDT'],
    ['BTC', 'btc-usdt'],
    ['ＢＴＣ', 'BTC-USDT'],
    ['btc', 'ＢＴＣ－ＵＳＤＴ'],
    ['usdt btc', 'BTC-USDT'],
    ['  btc\tusdt ', 'BTC-USDT'],
    ['ｂｔｃ　ｕｓｄｔ', 'BTC-USDT'],
    ['币安', '币安人生-USDT'],
    ['人生 usdt', '币安人生-USDT'],
    ['币安人生-USDT', '币安人生-USDT'],
    ['500', 'XAU500-USDT'],
    ['δος', 'ΟΔΟΣΑ-USDT'],
    ['strasse', 'Straße'],
    ['kg', '㎏-USDT'],
    ['c-u', 'BTC-USDT'],
    ['btcusdt', 'BTC-USDT'],
    ['BTCUS', 'BTC-USDT'],
    ['BTC/USDT', 'BTC-USDT'],
    ['btc_usdt', 'BTC-USDT'],
  ])('%j finds %j', (query, text) => expect(matchesText(query)(text)).toBe(true));

  test.each([
    ['btc eth', 'BTC-USDT'],
    ['tcusdt', 'BTC-USDT'],
    ['/', 'BTC-USDT'],
    ['人币', '币安人生-USDT'],
    ['.', 'BTC-USDT'],
    ['B*', 'BTC-USDT'],
  ])('%j does not find %j', (query, text) => expect(matchesText(query)(text)).toBe(false));

  test.each(['', ' ', '\t\n', '　'])('the empty query %j matches every text', (query) => {
    expect(matchesText(query)('BTC-USDT')).toBe(true);
    expect(matchesText(query)('')).toBe(true);
  });

  test('every part of a symbol finds it, in upper and lower case', () => {
    const symbol = fc.stringMatching(/^[A-Za-zΑ-Ωα-ως币安人生0-9]{1,12}-USDT$/);
    fc.assert(
      fc.property(symbol, fc.nat(15), fc.integer({ min: 1, max: 16 }), (text, start, length) => {
        const part = text.slice(start, start + length);
        expect(matchesText(part.toLowerCase())(text)).toBe(true);
        expect(matchesText(part.toUpperCase())(text)).toBe(true);
      }),
    );
  });
});
