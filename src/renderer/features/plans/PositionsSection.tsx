import { Menu } from '@base-ui/react/menu';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, memo, useId, useLayoutEffect, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Position } from '../../../shared/contract/trades.ts';
import type { Decimal } from '../../../shared/domain.ts';
import { missingFrom, pnlPercent } from '../../../shared/position-book.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { PriceAlertItem } from '../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { missingHistory } from '../../domain/plans/positions/position-words.ts';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import type { AccountPlans } from '../../domain/plans/use-plan-rows.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { percentText, priceText, quantityText, signTone } from '../../ui/text/figures.ts';
import './positions.css';

interface PositionsSectionProps {
  accounts: readonly AccountSummary[];
  parts: readonly AccountPlans[];
  positions: readonly AccountPositions[];
  rulesOf: (of: { account: string; symbol: string }) => SymbolRules | undefined;
  onSymbol: (symbol: string) => void;
}

interface SteadySectionProps extends PositionsSectionProps {
  /** True while the rows below must not move. */
  isHeld: () => boolean;
}

/** Lines of the full height of the list (positions.css). */
const expectedLines = 5;

/** True if the first orders of an account are still being downloaded, so that the number of its positions is not known. */
function isDownloading(history: HistoryState | undefined): boolean {
  if (history === undefined) return true;
  const { phase, checkedAt, problem } = history;
  return phase === 'head' || phase === 'backfill' || (phase === 'idle' && checkedAt === null && problem === null);
}

/** The open positions above the open plans, derived from the orders. The user can fold them. */
export function PositionsSection({ accounts, parts, positions, rulesOf, onSymbol, isHeld }: SteadySectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const isUnfolded = useSetting('planPositions');
  const change = useChangeSettings();
  const body = useId();
  const words = text.openPositions;
  const number = positions.reduce((sum, { book }) => sum + book.positions.length, 0);
  const isRead = positions.every(({ book }) => book.isRead);
  const hasFailed = positions.some(({ hasFailed }) => hasFailed);
  const [only] = positions;
  const checkedAt = positions.length === 1 ? (only?.history?.checkedAt ?? null) : null;
  const missing = positions.flatMap(({ account, history }) => {
    const ofAccount = missingHistory(history?.modes ?? [], zone, text);
    if (ofAccount.length === 0) return [];
    const note = ofAccount.reduce(text.sentences);
    const name = accounts.length > 1 ? accounts.find(({ id }) => id === account)?.name : undefined;
    return [name === undefined ? note : text.history.gapOf(name, note)];
  });
  // An account with open plan orders usually has positions, which appear in their room.
  const isExpecting = parts.some(({ plans }) => plans.rows.length > 0 || (plans.fetchedAt === null && !plans.failure));
  const isLoading = !isRead || positions.some(({ history }) => isDownloading(history));
  const name = positions.map(({ account }) => account).join();
  const lines = useDeferredLineCount(name, {
    expected: isExpecting ? expectedLines : 0,
    wanted: isExpecting && isLoading && !hasFailed ? null : number,
    isHeld,
  });
  const asOf = checkedAt === null ? words.derived : words.asOf(formatTimestamp(checkedAt, zone).slice(11));
  const sentences = [...missing, ...(hasFailed ? [words.failed] : [])];
  const notes = sentences.length === 0 ? '' : sentences.reduce(text.sentences);
  const menuOf = (row: string) => {
    for (const { account, book } of positions) {
      const position = book.positions.find((each) => rowOf(account, each) === row);
      if (position) return { label: position.symbol, items: <PositionItems account={account} position={position} /> };
    }
    return null;
  };
  const Chevron = isUnfolded ? ChevronDown : ChevronRight;
  return (
    <section className="positions" aria-label={words.title}>
      <header className="positions-header">
        <button
          type="button"
          className="positions-toggle"
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded && lines > 0 ? body : undefined}
          onClick={() => change({ planPositions: !isUnfolded })}
        >
          <Chevron size={14} aria-hidden="true" />
          {isRead ? words.titled(number) : words.title}
        </button>
        {notes !== '' && (
          <span className="positions-missing" title={notes}>
            {notes}
          </span>
        )}
        {/* During a download the other note stands alone, and so moves nothing. */}
        {(notes === '' || !isLoading) && (
          <span className="positions-note" title={asOf}>
            {isRead || hasFailed ? asOf : words.reading}
          </span>
        )}
      </header>
      {isUnfolded && lines > 0 && (
        <div id={body} className="positions-table" style={{ '--lines': lines } as CSSProperties}>
          {number > 0 && (
            <RowMenu by="row" menuOf={menuOf}>
              <PositionTable
                accounts={accounts}
                parts={parts}
                positions={positions}
                rulesOf={rulesOf}
                onSymbol={onSymbol}
              />
            </RowMenu>
          )}
        </div>
      )}
    </section>
  );
}

function rowOf(account: string, { trade }: Position): string {
  return `${account} ${trade}`;
}

/** Menu items of a position: what belongs to its symbol, and an alert at its entry price. */
function PositionItems({ account, position }: { account: string; position: Position }) {
  return (
    <>
      <SymbolItems account={account} symbol={position.symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={position} columnId="entryPrice" account={account} market="futures" />
    </>
  );
}

function PositionTable({ accounts, parts, positions, rulesOf, onSymbol }: PositionsSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const { columns, openPositions: words } = text;
  const isOfSeveral = accounts.length > 1;
  return (
    <table>
      <thead>
        <tr>
          {isOfSeveral && <th scope="col">{text.account.label}</th>}
          <th scope="col">{columns.symbol}</th>
          <th scope="col">{columns.side}</th>
          <th scope="col">{columns.marginMode}</th>
          <th scope="col" data-align="end">
            {words.columns.size}
            <span className="positions-unit"> {text.units.contracts}</span>
          </th>
          <th scope="col" data-align="end">
            {words.columns.entry}
          </th>
          <th scope="col" data-align="end">
            {columns.last}
          </th>
          <th scope="col" data-align="end" title={words.pnlPercentExplained}>
            {words.columns.pnlPercent}
          </th>
          <th scope="col">{words.columns.since}</th>
        </tr>
      </thead>
      <tbody>
        {positions.map(({ account, book }) => (
          <PositionLines
            key={account}
            account={account}
            accountName={isOfSeveral ? (accounts.find(({ id }) => id === account)?.name ?? '') : null}
            positions={book.positions}
            part={parts.find((each) => each.account === account)}
            rulesOf={rulesOf}
            zone={zone}
            onSymbol={onSymbol}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PositionLinesProps extends Pick<PositionsSectionProps, 'rulesOf' | 'onSymbol'> {
  account: string;
  /** `null` if all positions are of one account. */
  accountName: string | null;
  positions: readonly Position[];
  part: AccountPlans | undefined;
  zone: string;
}

function PositionLines({ account, accountName, positions, part, rulesOf, zone, onSymbol }: PositionLinesProps) {
  const prices = part?.tickers.rows;
  const lastOf = useMemo(() => new Map(prices?.map(({ symbol, last }) => [symbol, last])), [prices]);
  return positions.map((position) => (
    <PositionLine
      key={position.trade}
      row={rowOf(account, position)}
      position={position}
      accountName={accountName}
      last={lastOf.get(position.symbol) ?? null}
      isLive={part?.isLive === true}
      rules={rulesOf({ account, symbol: position.symbol })}
      zone={zone}
      onSymbol={onSymbol}
    />
  ));
}

interface PositionLineProps {
  row: string;
  position: Position;
  accountName: string | null;
  last: Decimal | null;
  isLive: boolean;
  rules: SymbolRules | undefined;
  zone: string;
  onSymbol: (symbol: string) => void;
}

/** One position. A tick renders only the lines of the symbols whose price changed. */
const PositionLine = memo(function PositionLine(props: PositionLineProps) {
  const { position, accountName, last, isLive, rules, zone, onSymbol } = props;
  const text = useText();
  const words = text.openPositions;
  const { symbol, side, marginMode } = position;
  const missing = missingFrom(position);
  const pnl = pnlPercent(position, last);
  return (
    <tr data-row={props.row}>
      {accountName !== null && <td>{accountName}</td>}
      <th scope="row">
        <button
          type="button"
          className="positions-symbol"
          title={words.showPlans(symbol)}
          onClick={() => onSymbol(symbol)}
        >
          {symbol}
        </button>
      </th>
      <td data-tone={side === 'long' ? 'up' : 'down'}>{text.trades.sides[side]}</td>
      <td>{text.marginModes[marginMode]}</td>
      {missing === null ? (
        <>
          <td data-align="end">{quantityText(position.quantity, rules, text)}</td>
          <td data-align="end">{priceText(position.entryPrice, rules, text)}</td>
          <td className="positions-tick" data-align="end" data-tone={isLive ? undefined : 'muted'}>
            {priceText(last, rules, text)}
          </td>
          <td className="positions-tick" data-align="end" data-tone={isLive ? signTone(pnl) : 'muted'}>
            {percentText(pnl, text)}
          </td>
          <td>{formatTimestamp(position.since, zone).slice(0, 16)}</td>
        </>
      ) : (
        <td colSpan={5} className="positions-unknown">
          {words.missing[missing]}
        </td>
      )}
    </tr>
  );
});

/** Interval (ms) at which a postponed change of height is tried again. */
const checkIntervalMs = 500;

/** The rooms of this run of the page, by name. A part that is shown again has its room before its contents are read. */
const rooms = new Map<string, number>();

interface LineCount {
  /** Lines of the first room of a name. */
  expected: number;
  /** `null` until it is known. */
  wanted: number | null;
  /** True while the parts below must not move. */
  isHeld: () => boolean;
}

/** Returns the number of lines that a part of the screen has room for. It follows `wanted`. `name`: constant; the room lasts under this name. */
function useDeferredLineCount(name: string, { expected, wanted, isHeld }: LineCount): number {
  const [room, setRoom] = useState(() => rooms.get(name) ?? expected);
  useLayoutEffect(() => {
    if (wanted === null || wanted === room) return;
    const follow = (): void => {
      if (isHeld()) return;
      rooms.set(name, wanted);
      setRoom(wanted);
    };
    follow();
    const timer = window.setInterval(follow, checkIntervalMs);
    return () => window.clearInterval(timer);
  }, [name, wanted, room, isHeld]);
  return room;
}
