const names = { comma: ',', semicolon: ';', tab: '\t' };

/**
 * Reads a CSV file and throws unless it follows RFC 4180 strictly: every record ends with CRLF, all records have the same number of
 * fields, and quotes only surround a whole field or are doubled in it.
 */
export function parseCsv(text: string, separator: keyof typeof names = 'comma'): string[][] {
  const between = names[separator];
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('a quoted field has no end');
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') field += text[at++];
        else break;
      }
      at++;
    } else {
      for (; at < text.length && text[at] !== between && text[at] !== '\r' && text[at] !== '\n'; at++) {
        if (text[at] === '"') throw new Error(`a quote within a field at ${at}`);
        field += text[at];
      }
    }
    record.push(field);
    if (text[at] === between) at++;
    else if (text.startsWith('\r\n', at)) {
      records.push(record);
      record = [];
      at += 2;
      if (records[0]?.length !== records.at(-1)?.length) throw new Error(`record ${records.length} has other fields`);
    } else throw new Error(`neither a separator nor a line end at ${at}`);
  }
  if (record.length > 0) throw new Error('the last record has no end');
  return records;
}
