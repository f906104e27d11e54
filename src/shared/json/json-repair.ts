/** Stands for what cannot be read. The decoder puts the same character in place of bytes that are no UTF-8. */
export const replacement = '\uFFFD';

const quote = 0x22;
const backslash = 0x5c;
const structure = '{}[],: \t\n\r';
const validToken = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** A valid escape, or a character that may need one. */
const escapes = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[\\\p{Cc}]/gu;

/**
 * Returns a text of the same length, in which characters and words that JSON does not allow are replaced: control characters and wrong
 * escapes in texts by U+FFFD, and bare words such as `NaN` by texts of that character. Anything else remains, so that the result need not
 * be valid JSON either.
 */
export function repairJson(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const start = at;
    if (text.charCodeAt(at) === quote) {
      at = endOfString(text, at + 1);
      pieces.push(text.slice(done, start), text.slice(start, at).replace(escapes, repairCharacter));
      done = at;
    } else if (structure.includes(text.charAt(at))) {
      at++;
    } else {
      while (at < text.length && text.charCodeAt(at) !== quote && !structure.includes(text.charAt(at))) at++;
      const length = at - start;
      if (length < 2 || validToken.test(text.slice(start, at))) continue;
      pieces.push(text.slice(done, start), `"${replacement.repeat(length - 2)}"`);
      done = at;
    }
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** DEL and the control characters above it need no escape. */
function repairCharacter(found: string): string {
  return found.length > 1 || found >= '\u007F' ? found : replacement;
}

/** Returns the place behind the quote that ends a string, or the end of the text. */
function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return text.length;
}
