import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../shared/testing/any-character.ts';
import { decodeEntry, encodeEntry } from './stored-entry.ts';
import { thrownBy } from './testing/thrown-by.ts';

describe('encodeEntry', () => {
  it('keeps every character, including NUL and broken surrogate pairs', () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 });
    const anyText = fc.oneof(text, fc.constantFrom('\0', '\ud800', '"', '\\', '币安人生', '😀'));
    fc.assert(
      fc.property(anyText, anyText, (token, secretKey) => {
        const entry = encodeEntry({ token, secretKey });
        const read = decodeEntry(Buffer.from(entry, 'utf8').toString('utf8'));
        return !entry.includes('\0') && read.token === token && read.secretKey === secretKey;
      }),
    );
  });

  it('accepts up to 2560 bytes and rejects more, without quoting the secret', async () => {
    const frame = encodeEntry({ token: 'a', secretKey: 'b' }).length - 2;
    const longest = { token: 'a'.repeat(1000), secretKey: 'b'.repeat(2560 - frame - 1000) };
    expect(encodeEntry(longest)).toHaveLength(2560);
    const error = await thrownBy(() => encodeEntry({ ...longest, token: `${longest.token}a` }));
    expect(error).toMatchObject({ code: 'invalid-input', message: expect.stringMatching(/too long.* 2561 .* 2560/) });
    expect(String(error)).not.toContain('aaaa');
  });

  it('counts bytes, not characters', async () => {
    const error = await thrownBy(() => encodeEntry({ token: '币'.repeat(1000), secretKey: 'b' }));
    expect(error).toMatchObject({ code: 'invalid-input' });
  });

  it.each([
    { token: '', secretKey: 'b' },
    { token: 'a', secretKey: '' },
  ])('rejects empty values: "$token", "$secretKey"', async (credentials) => {
    expect(await thrownBy(() => encodeEntry(credentials))).toMatchObject({ code: 'invalid-input' });
  });
});

describe('decodeEntry', () => {
  it.each([
    ['nothing', ''],
    ['text', 'canary-token'],
    ['half an entry', '{"version":1,"token":"canary-token","secr'],
    ['null', 'null'],
    ['a list', '["canary-token"]'],
    ['another version', '{"version":2,"token":"canary-token","secretKey":"b"}'],
    ['no version', '{"token":"canary-token","secretKey":"b"}'],
    ['a missing secret key', '{"version":1,"token":"canary-token"}'],
    ['an empty token', '{"version":1,"token":"","secretKey":"canary-token"}'],
    ['a number for a token', '{"version":1,"token":12345678,"secretKey":"canary-token"}'],
  ])('rejects %s as damaged, without quoting it', async (_, entry) => {
    const error = await thrownBy(() => decodeEntry(entry));
    expect(error).toMatchObject({ code: 'keychain-unavailable', reason: 'damaged-entry' });
    expect(error).not.toHaveProperty('cause');
    expect(String(error)).not.toMatch(/canary|12345678|JSON/);
  });

  it('accepts fields that a later version may add', () => {
    expect(decodeEntry('{"version":1,"token":"a","secretKey":"b","note":"c"}')).toEqual({ token: 'a', secretKey: 'b' });
  });
});
