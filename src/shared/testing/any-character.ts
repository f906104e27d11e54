import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character except halves of surrogate pairs, as the unit of `fc.string`. The same as the unit "binary", for which fast-check makes
 * a table of all characters: more than half a second in every process.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - surrogates }).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  // fast-check inserts texts like "__proto__", and asks for the places of their characters.
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    if (
      code < 0 ||
      String.fromCodePoint(code) !== character ||
      (code >= firstSurrogate && code < firstSurrogate + surrogates)
    ) {
      throw new TypeError('not one character');
    }
    return code < firstSurrogate ? code : code - surrogates;
  },
);
