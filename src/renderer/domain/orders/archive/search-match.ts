import { foldText } from '../../../../shared/rows/fold-text.ts';
import { hasWord, searchWords } from '../../../../shared/rows/text-filter.ts';
import type { Text } from '../../../text/use-text.ts';
import type { TableColumn } from '../../../ui/table/column.ts';
import type { ArchiveRow } from './list-definition.ts';

/** Returns the columns with the part of the ID that a search has found beside the symbol, whether or not the column of the ID is shown. */
export function withSearchMatch<Row extends ArchiveRow>(
  columns: readonly TableColumn<Row>[],
  query: string | undefined,
  text: Text,
): TableColumn<Row>[] {
  const words = searchWords(query ?? '');
  if (words.length === 0) return [...columns];
  const aside = (row: Row): string | null => {
    const part = matchedPart(idOf(row), row.symbol, words);
    return part && text.filter.matchedId(part);
  };
  return columns.map((column) => (column.id === 'symbol' ? { ...column, meta: { ...column.meta, aside } } : column));
}

function idOf(row: ArchiveRow): string | null {
  return 'id' in row && typeof row.id === 'string' ? row.id : null;
}

/** Returns the part of an ID that is the first word that the symbol does not have, such as "…ZZZ…"; `null` without one. */
export function matchedPart(id: string | null, symbol: string, words: readonly string[]): string | null {
  if (id === null) return null;
  const folded = foldText(id);
  // Where folding changes the length, no part of the ID can be named by its position.
  if (folded.length !== id.length) return null;
  const word = words.find((each) => folded.includes(each) && !hasWord(foldText(symbol), each));
  if (word === undefined) return null;
  const start = folded.indexOf(word);
  const end = start + word.length;
  return `${start > 0 ? '…' : ''}${id.slice(start, end)}${end < id.length ? '…' : ''}`;
}
