interface RowText {
  /** The member's name where `result` is an object. */
  readonly key: string | null;
  /** To the character as it was sent. */
  readonly text: string;
}

/**
 * The rows of an answer's `result`, an array or an object, as text: found by counting brackets, so that it shares
 * nothing with what made the answer nor with what reads it.
 */
export function resultRowsText(body: string): RowText[] {
  const rows: RowText[] = [];
  const begin = body.indexOf('"result":') + '"result":'.length;
  const isKeyed = body.charAt(begin) === '{';
  let depth = 0;
  let from = begin + 1;
  for (let at = begin + 1; depth >= 0 && at < body.length; at++) {
    const character = body.charAt(at);
    if (character === '"') at = endOfString(body, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth < 0 || (depth === 0 && character === ',')) {
      if (at > from) rows.push(isKeyed ? memberOf(body.slice(from, at)) : { key: null, text: body.slice(from, at) });
      from = at + 1;
    }
  }
  return rows;
}

function memberOf(text: string): RowText {
  const end = endOfString(text, 0) + 1;
  return { key: JSON.parse(text.slice(0, end)), text: text.slice(end + 1) };
}

/** The position of the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
