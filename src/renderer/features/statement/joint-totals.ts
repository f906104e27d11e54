import type { Statement, StatementFigures } from '../../../shared/contract/statement.ts';
import { sum } from '../../../shared/values/decimal.ts';

/** The figures of several accounts in one quote currency. */
export interface JointTotal {
  readonly accounts: readonly { readonly name: string; readonly figures: StatementFigures }[];
  readonly total: StatementFigures;
}

const amounts = ['gains', 'losses', 'net'] as const;
const counts = ['trades', 'orders'] as const;
type Bounds = NonNullable<StatementFigures['lowest']>;

/** Returns the exact sums of statements, one for each quote currency, in the order in which the currencies occur. */
export function jointTotals(
  statements: readonly { readonly name: string; readonly statement: Statement }[],
): JointTotal[] {
  const all = statements.flatMap(({ name, statement }) => statement.totals.map((figures) => ({ name, figures })));
  const quotes = [...new Set(all.map(({ figures }) => figures.quote))];
  return quotes.map((quote) => {
    const accounts = all.filter(({ figures }) => figures.quote === quote);
    const own = accounts.map(({ figures }) => figures);
    const bounds = (name: 'lowest' | 'highest'): Bounds | null =>
      own.every((figures) => figures[name] === null) ? null : sumOf(own.map((figures) => figures[name] ?? figures));
    const numberOf = (count: 'incompleteTrades' | 'unknownPnl') =>
      own.reduce((total, figures) => total + figures[count], 0);
    const total = {
      ...{ quote, ...sumOf(own), lowest: bounds('lowest'), highest: bounds('highest') },
      ...{ incompleteTrades: numberOf('incompleteTrades'), unknownPnl: numberOf('unknownPnl') },
    };
    return { accounts, total };
  });
}

function sumOf(parts: readonly Bounds[]): Bounds {
  return {
    ...(Object.fromEntries(
      amounts.map((name) => [name, parts.reduce((total, part) => sum(total, part[name]), '0')]),
    ) as Pick<Bounds, (typeof amounts)[number]>),
    ...(Object.fromEntries(counts.map((name) => [name, parts.reduce((total, part) => total + part[name], 0)])) as Pick<
      Bounds,
      (typeof counts)[number]
    >),
  };
}
