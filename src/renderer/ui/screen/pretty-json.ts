/**
 * Indents JSON text without parsing it, so that numbers keep every digit and keys their order. Text that is not JSON is
 * returned nearly unchanged.
 */
export function prettyJson(raw: string): string {
  let output = '';
  let depth = 0;
  let inString = false;
  const line = (): string => `\n${'  '.repeat(Math.max(0, depth))}`;
  for (let i = 0; i < raw.length; i++) {
    const character = raw.charAt(i);
    if (inString) {
      output += character;
      if (character === '\\') output += raw.charAt(++i);
      else if (character === '"') inString = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (character === '"') inString = true;
    if ((character === '{' || character === '[') && !closesAt(raw, i + 1)) {
      depth++;
      output += character + line();
    } else if ((character === '}' || character === ']') && !/[{[]$/.test(output)) {
      depth--;
      output += line() + character;
    } else if (character === ',') output += character + line();
    else if (character === ':') output += ': ';
    else output += character;
  }
  return output;
}

function closesAt(raw: string, from: number): boolean {
  let i = from;
  while (/\s/.test(raw.charAt(i))) i++;
  return raw.charAt(i) === '}' || raw.charAt(i) === ']';
}
