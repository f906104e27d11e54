/**
 * Indents JSON text without reading it: numbers keep every digit and keys their order, which parsing would not promise.
 * Text that is no JSON comes back nearly as it was.
 */
export function prettyJson(raw: string): string {
  let out = '';
  let depth = 0;
  let inString = false;
  const line = (): string => `\n${'  '.repeat(Math.max(0, depth))}`;
  for (let i = 0; i < raw.length; i++) {
    const character = raw.charAt(i);
    if (inString) {
      out += character;
      if (character === '\\') out += raw.charAt(++i);
      else if (character === '"') inString = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (character === '"') inString = true;
    if ((character === '{' || character === '[') && !closesAt(raw, i + 1)) {
      depth++;
      out += character + line();
    } else if ((character === '}' || character === ']') && !/[{[]$/.test(out)) {
      depth--;
      out += line() + character;
    } else if (character === ',') out += character + line();
    else if (character === ':') out += ': ';
    else out += character;
  }
  return out;
}

function closesAt(raw: string, from: number): boolean {
  let i = from;
  while (/\s/.test(raw.charAt(i))) i++;
  return raw.charAt(i) === '}' || raw.charAt(i) === ']';
}
