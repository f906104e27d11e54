import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Statement, StatementCoverage, StatementFigures } from '../../../shared/contract/statement.ts';
import type { Position } from '../../../shared/contract/trades.ts';
import type { Fees } from '../../../shared/orders/fees.ts';
import { missingFrom } from '../../../shared/risk/position-book.ts';
import { formatTimestamp, utcOffset } from '../../../shared/time/time.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { smallest } from '../../../shared/values/extremes.ts';
import { AfterFees } from '../../domain/orders/fees/AfterFees.tsx';
import type { FeesOf } from '../../domain/orders/fees/fees.ts';
import { type Text, useText } from '../../text/use-text.ts';
import type { Tone } from '../../ui/table/column.ts';
import { changeFigure, decimalText, signTone } from '../../ui/text/figures.ts';
import { jointTotals } from './joint-totals.ts';

interface StatementPageProps {
  statement: Statement;
  accountName: string;
  fees: (part: FeesOf) => Fees | null;
}

/** A statement as it is printed. Every figure has all its digits. */
export function StatementPage({ statement, accountName, fees }: StatementPageProps) {
  const text = useText();
  const words = text.statement;
  const { from, to, zone, start, end, basis, orders, earlierOrders, hash, symbols, totals, readUntil } = statement;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each statement has its own time
  const madeAt = useMemo(() => Date.now(), [statement]);
  // The positions at the end of a period that is not over are those of the last sync.
  const lastRead = readUntil !== null && readUntil < end ? formatTimestamp(readUntil, zone) : null;
  const hasAll = hasAllOrders(statement);
  const isEstimated = totals.some(({ quote }) => fees({ quote }) !== null);
  const notes = [...words.basisNotes, ...words.basisNotesOf[basis], ...(isEstimated ? [text.fees.explained] : [])];
  const offsets = words.offsets(zone, utcOffset(start, zone), utcOffset(end - 1, zone));
  return (
    <>
      <dl className="statement-head">
        <Fact name={words.account}>{accountName}</Fact>
        <Fact name={words.period}>{text.results.span(from, to)}</Fact>
        <Fact name={words.zone}>{offsets}</Fact>
        <Fact name={words.basisName}>{words.basisOf[basis]}</Fact>
        <Fact name={words.costMethod}>{words.costMethods[statement.costMethod ?? 'unknown']}</Fact>
        <Fact name={words.orders}>{words.ordersOf(orders, earlierOrders)}</Fact>
        <Fact name={words.made}>{words.madeBy(text.product, formatTimestamp(madeAt, zone))}</Fact>
        <Fact name={words.hash}>
          <code className="statement-hash">{hash}</code>
          <span className="statement-hint">{words.hashExplained[basis]}</span>
        </Fact>
      </dl>
      <section>
        <h3>{words.totals}</h3>
        {totals.length === 0 ? (
          <p className="statement-hint">{words.noOrders}</p>
        ) : (
          <FiguresTable
            heading={words.columns.quote}
            hasAll={hasAll}
            lines={totals.map((figures) => ({
              name: figures.quote,
              figures,
              fees: fees({ quote: figures.quote }),
            }))}
          />
        )}
      </section>
      <Completeness statement={statement} />
      <section>
        <h3>{words.basis}</h3>
        <ul className="statement-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
      {totals.map((total) => (
        <section key={total.quote}>
          <h3>{words.bySymbol(total.quote)}</h3>
          <FiguresTable
            heading={text.columns.symbol}
            hasAll={hasAll}
            lines={symbols
              .filter(({ quote }) => quote === total.quote)
              .map((figures) => ({
                name: figures.symbol,
                figures,
                fees: fees({ quote: total.quote, symbol: figures.symbol }),
              }))}
            total={{ figures: total, fees: fees({ quote: total.quote }) }}
          />
        </section>
      ))}
      <Positions title={words.opening(from)} positions={statement.opening} zone={zone} />
      <Positions
        title={lastRead === null ? words.closing(to) : words.closingAt(lastRead)}
        positions={statement.closing}
        zone={zone}
      />
    </>
  );
}

interface JointPageProps {
  accounts: readonly AccountSummary[];
  /** Those that have been read. */
  statements: readonly { name: string; statement: Statement }[];
  /** Why the sums may be wrong whatever the statements have. */
  doubts: readonly string[];
}

/** The sums of several accounts, before the statement of each. Nothing is added up before all of them are read. */
export function JointPage({ accounts, statements, doubts }: JointPageProps) {
  const text = useText();
  const words = text.statement;
  if (statements.length < accounts.length) {
    return <p className="statement-hint">{words.readOf(statements.length, accounts.length)}</p>;
  }
  const lacking = statements.flatMap(({ name, statement }) => (hasAllOrders(statement) ? [] : [name]));
  const missing = lacking.length > 0 ? [words.lacking(text.enumerated(lacking))] : [];
  return (
    <>
      <Doubts doubts={[...missing, ...doubts]} />
      {jointTotals(statements).map(({ accounts: parts, total }) => (
        <section key={total.quote}>
          <h3>{words.together(total.quote)}</h3>
          <FiguresTable
            heading={words.account}
            hasAll={lacking.length === 0}
            lines={parts.map(({ name, figures }) => ({ name, figures, fees: null }))}
            total={{ figures: total, fees: null }}
          />
        </section>
      ))}
    </>
  );
}

/** False if orders of the period may be missing, apart from those after the last sync: the sign of its PnL is not certain then. */
export function hasAllOrders({ coverage, start, readUntil, unreadable }: Statement): boolean {
  return (
    readUntil !== null &&
    unreadable === 0 &&
    coverage.every(({ backTo, gaps }) => (backTo === null || backTo <= start) && gaps.every(({ to }) => to <= start))
  );
}

function Doubts({ doubts }: { doubts: readonly string[] }) {
  if (doubts.length === 0) return null;
  return (
    <ul className="statement-missing">
      {doubts.map((note) => (
        <li key={note}>
          <TriangleAlert size={14} aria-hidden="true" />
          {note}
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is missing: the gaps of the archive, its past, and incomplete trades; where executions are in doubt; and whether the statement can change. */
function Completeness({ statement }: { statement: Statement }) {
  const text = useText();
  const words = text.statement;
  const missing = missingNotes(statement, text);
  const change = changeNote(statement, text);
  const doubts = [...basisDoubts(statement, text), ...(change === null ? [] : [change])];
  return (
    <section>
      <h3>{words.completeness}</h3>
      {missing.length === 0 ? (
        <p className="statement-complete">
          <Check size={14} aria-hidden="true" />
          {completeText(statement, text)}
        </p>
      ) : null}
      <Doubts doubts={[...missing, ...doubts]} />
    </section>
  );
}

interface FiguresTableProps {
  /** Header of the first column. */
  heading: string;
  /** See `hasAllOrders`. */
  hasAll: boolean;
  lines: readonly ({ name: string } & FiguresWithFees)[];
  total?: FiguresWithFees;
}

interface FiguresWithFees {
  figures: StatementFigures;
  fees: Fees | null;
}

const amounts = ['gains', 'losses', 'net'] as const;
/** Incomplete trades have no lowest and highest number. */
const counts = ['trades', 'incompleteTrades', 'orders'] as const;
/** Decimal places to which the amounts of a table are filled up at most, so that their points align. */
const maxAlignedPlaces = 8;

function FiguresTable({ heading, hasAll, lines, total }: FiguresTableProps) {
  const { columns, total: totalName } = useText().statement;
  const places = lines.flatMap(({ figures }) => amounts.map((name) => figures[name].split('.')[1]?.length ?? 0));
  const aligned = Math.min(maxAlignedPlaces, Math.max(2, ...places));
  return (
    <table className="statement-table">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {[...amounts, ...counts].map((name) => (
            <th key={name} scope="col" data-align="end">
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, ...line }) => (
          <FiguresLine key={name} name={name} {...line} hasAll={hasAll} places={aligned} />
        ))}
        {total && lines.length > 1 && (
          <FiguresLine name={totalName} {...total} hasAll={hasAll} places={aligned} isTotal />
        )}
      </tbody>
    </table>
  );
}

interface FiguresLineProps extends FiguresWithFees {
  name: string;
  hasAll: boolean;
  /** Decimal places of an amount that has fewer. */
  places: number;
  isTotal?: boolean;
}

function FiguresLine({ name, figures, fees, hasAll, places, isTotal }: FiguresLineProps) {
  const text = useText();
  const amountText = (value: Decimal): string => {
    const { shown, full } = changeFigure(value, places, text);
    return full ?? shown;
  };
  const numberText = (value: number): string => decimalText(String(value));
  const { lowest, highest, incompleteTrades, unknownPnl } = figures;
  // Without all orders, with incomplete trades, or a PnL that was not sent, not all parts of the PnL are known, and a range may have both signs:
  // neither sign is certain.
  const toneOf = (amount: (typeof amounts)[number]): Tone | undefined => {
    const ends = [lowest, highest].map((bounds) => signOf((bounds ?? figures)[amount]));
    const isWhole = hasAll && incompleteTrades + unknownPnl === 0;
    const isCertain = ends[0] === ends[1] && (amount !== 'net' || isWhole);
    return isCertain ? signTone(figures[amount]) : undefined;
  };
  return (
    <tr data-total={isTotal}>
      <th scope="row">{name}</th>
      {amounts.map((amount) => (
        <td key={amount} data-align="end" data-tone={toneOf(amount)}>
          {amountText(figures[amount])}
          <Range lowest={lowest && amountText(lowest[amount])} highest={highest && amountText(highest[amount])} />
          {amount === 'net' && fees && (
            <span className="statement-range">
              <AfterFees pnl={figures.net} fees={fees} />
            </span>
          )}
        </td>
      ))}
      {counts.map((count) => (
        <td key={count} data-align="end">
          {numberText(figures[count])}
          {count !== 'incompleteTrades' && (
            <Range lowest={lowest && numberText(lowest[count])} highest={highest && numberText(highest[count])} />
          )}
        </td>
      ))}
    </tr>
  );
}

/** The lowest and the highest value of a figure. Nothing if they are equal. */
function Range({ lowest, highest }: { lowest: string | null; highest: string | null }) {
  const { range } = useText().statement;
  if (lowest === null || highest === null || lowest === highest) return null;
  return <span className="statement-range">{range(lowest, highest)}</span>;
}

function Positions({ title, positions, zone }: { title: string; positions: readonly Position[]; zone: string }) {
  const text = useText();
  const { columns, openPositions: words } = text;
  return (
    <section>
      <h3>{title}</h3>
      {positions.length === 0 ? (
        <p className="statement-hint">{text.statement.noPositions}</p>
      ) : (
        <table className="statement-table">
          <thead>
            <tr>
              <th scope="col">{columns.symbol}</th>
              <th scope="col">{columns.side}</th>
              <th scope="col">{columns.marginMode}</th>
              <th scope="col" data-align="end">
                {words.columns.size} <span className="statement-unit">{text.units.contracts}</span>
              </th>
              <th scope="col" data-align="end">
                {words.columns.entry}
              </th>
              <th scope="col" data-align="end">
                {words.columns.since}
              </th>
            </tr>
          </thead>
          <tbody>
            {positions.map((position) => (
              <PositionLine key={position.trade} position={position} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function PositionLine({ position, zone }: { position: Position; zone: string }) {
  const text = useText();
  const { symbol, side, marginMode, quantity, entryPrice, since } = position;
  const missing = missingFrom(position);
  return (
    <tr>
      <th scope="row">{symbol}</th>
      <td>{text.trades.sides[side]}</td>
      <td>{text.marginModes[marginMode]}</td>
      {missing === null ? (
        <>
          <td data-align="end">{decimalText(quantity)}</td>
          <td data-align="end">{entryPrice === null ? text.none : decimalText(entryPrice)}</td>
          <td data-align="end">{formatTimestamp(since, zone)}</td>
        </>
      ) : (
        <td colSpan={3}>{text.openPositions.missing[missing]}</td>
      )}
    </tr>
  );
}

/** Returns what is missing from a statement, in sentences. Empty if it has every order of the account up to its end. */
export function missingNotes(statement: Statement, text: Text): string[] {
  const { coverage, end, readUntil, totals, unreadable, zone } = statement;
  const words = text.statement.missing;
  const numberOf = (count: 'incompleteTrades' | 'unknownPnl') => totals.reduce((sum, total) => sum + total[count], 0);
  const [incomplete, unknownPnl] = [numberOf('incompleteTrades'), numberOf('unknownPnl')];
  return [
    ...coverage.flatMap((mode) => coverageNotes(mode, statement, text)),
    ...(readUntil === null ? [words.neverRead] : []),
    ...(readUntil !== null && readUntil < end ? [words.readUntil(formatTimestamp(readUntil, zone))] : []),
    ...(unreadable > 0 ? [words.unreadable(unreadable)] : []),
    ...(incomplete > 0 ? [words.incompleteTrades(incomplete)] : []),
    ...(unknownPnl > 0 ? [words.unknownPnl(unknownPnl)] : []),
  ];
}

/** Returns that the statement can change, and by which orders; `null` if all orders were final when last read. */
export function changeNote({ unfinished }: Statement, text: Text): string | null {
  const words = text.statement;
  if (unfinished.length === 0) return null;
  const number = unfinished.reduce((sum, { orders }) => sum + orders, 0);
  const parts = unfinished.map(({ symbol, quantity }) => words.unfinishedOf(symbol, decimalText(quantity)));
  const odd = unfinished.reduce((sum, one) => sum + (one.odd ?? 0), 0);
  const note = words.canChange(number, text.enumerated(parts));
  return odd === 0 ? note : text.sentences(note, words.oddQuantity(odd));
}

/** Returns which orders may belong to the other side of an end of the period, and how many count by creation for want of a better time. */
export function basisDoubts({ between, unseen, basis }: Statement, text: Text): string[] {
  const words = text.statement;
  const edges = (['start', 'end'] as const).flatMap((edge) => {
    const own = between.filter((one) => one.edge === edge);
    if (own.length === 0) return [];
    const parts = own.map(({ symbol, quantity }) => words.unfinishedOf(symbol, decimalText(quantity)));
    const number = own.reduce((sum, { orders }) => sum + orders, 0);
    return [words.between[edge](number, text.enumerated(parts))];
  });
  return [...edges, ...(basis === 'execution' && unseen > 0 ? [words.unseen(unseen)] : [])];
}

/** Returns of what the statement is complete: of what the exchange still lists, and how far that goes back. */
export function completeText({ coverage, zone }: Statement, text: Text): string {
  const oldest = coverage.flatMap((mode) => mode.oldest ?? []);
  const words = text.statement;
  return oldest.length === 0 ? words.noneListed : words.complete(formatTimestamp(smallest(oldest), zone));
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
    text.labeled(text.marginModes[marginMode], sentence),
  );
}
