import type { Statement, StatementCoverage } from '../../../shared/contract/statement.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import type { Text } from '../../text/use-text.ts';

/** Returns what is missing from a statement, in sentences. Empty if it has every order of the account up to its end. */
export function missingNotes(statement: Statement, text: Text): string[] {
  const { coverage, end, readUntil, totals, unreadable, zone } = statement;
  const words = text.statement.missing;
  const incomplete = totals.reduce((sum, { incompleteTrades }) => sum + incompleteTrades, 0);
  return [
    ...coverage.flatMap((mode) => coverageNotes(mode, statement, text)),
    ...(readUntil === null ? [words.neverRead] : []),
    ...(readUntil !== null && readUntil < end ? [words.readUntil(formatTimestamp(readUntil, zone))] : []),
    ...(unreadable > 0 ? [words.unreadable(unreadable)] : []),
    ...(incomplete > 0 ? [words.incompleteTrades(incomplete)] : []),
  ];
}

function coverageNotes({ marginMode, backTo, gaps }: StatementCoverage, statement: Statement, text: Text): string[] {
  const { start, end, zone } = statement;
  const words = text.statement.missing;
  const time = (at: number): string => formatTimestamp(at, zone);
  const past = (): string[] => {
    if (backTo === null) return [];
    if (backTo >= end) return [words.nothing];
    return [backTo > start ? words.startOfPeriod(time(backTo)) : words.earlier(time(backTo))];
  };
  return [...past(), ...gaps.map(({ from, to }) => words.gap(time(from), time(to)))].map((sentence) =>
    text.labelled(text.marginModes[marginMode], sentence),
  );
}
