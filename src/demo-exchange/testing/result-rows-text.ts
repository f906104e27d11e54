interface RowText {
  /** The member's name if `result` is an object, otherwise `null`. */
  readonly key: string | null;
  /** The row's text as received. */
  readonly text: string;
}

/**
 * Returns the rows of a response's `result`, an array or an object, as text. Finds them by counting brackets, so that
 * it shares no code with the server or the client.
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

/** Returns the index of the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
