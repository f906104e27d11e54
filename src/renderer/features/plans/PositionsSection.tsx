import { Menu } from '@base-ui/react/menu';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import { sortRows } from '../../../shared/rows/sort-rows.ts';
import { positionCountName } from '../../../shared/settings/settings.ts';
import { formatDataTime } from '../../../shared/time/time.ts';
import { PriceAlertItem } from '../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { pricedAccounts } from '../../domain/plans/plan-row.ts';
import type { BarePositions } from '../../domain/plans/positions/AccountRisk.tsx';
import { type PositionRow, positionRowId } from '../../domain/plans/positions/position-row.ts';
import { missingHistory } from '../../domain/plans/positions/position-words.ts';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import type { AccountPlans } from '../../domain/plans/use-plan-rows.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { currentSettings, useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';
import { useMatch } from '../../ui/controls/use-match.ts';
import { SmallColumnsMenu } from '../../ui/screen/ColumnsMenu.tsx';
import { type RowIndex, sortKeys, type TableColumn } from '../../ui/table/column.ts';
import type { ColumnTable } from '../../ui/table/column-table.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { inOrder } from '../../ui/table/stable-sort.ts';
import { useRowHold } from '../../ui/table/use-row-hold.ts';
import { useStableSort } from '../../ui/table/use-stable-sort.ts';
import { HeightHandle } from './HeightHandle.tsx';
import { DoubtsToggle, PositionDoubts } from './PositionDoubts.tsx';
import { nearestStopFirst } from './position-columns.ts';
import './positions.css';

interface PositionsSectionProps {
  accounts: readonly AccountSummary[];
  parts: readonly AccountPlans[];
  positions: readonly AccountPositions[];
  rows: readonly PositionRow[];
  bare: BarePositions;
  /** All positions, of which the user may have chosen some. */
  total: number;
  columns: readonly TableColumn<PositionRow>[];
  table: ColumnTable<PositionRow>;
  /** ID of the row whose details are open. */
  openKey: string | null;
  onOpen: (row: PositionRow | null) => void;
  /** True while the rows below must not move. */
  isHeld: () => boolean;
}

/** Lines the first time that an account is shown, before the number of its positions is known. */
const firstLines = 5;
/** Windows (CSS pixels) in which the positions would leave no room for the plan orders. They are folded until the user unfolds them. */
const short = window.matchMedia('(max-height: 600px)');

/** True if the first orders of an account are still being downloaded, so that the number of its positions is not known. */
function isDownloading(history: HistoryState | undefined): boolean {
  if (history === undefined) return true;
  const { phase, checkedAt, problem } = history;
  return phase === 'head' || phase === 'backfill' || (phase === 'idle' && checkedAt === null && problem === null);
}

/** The open positions above the open plans, derived from the orders. The user can fold them and change their height. */
export function PositionsSection(props: PositionsSectionProps) {
  const { accounts, parts, positions, rows, bare, total, table, isHeld } = props;
  const text = useText();
  const zone = useTimeZone();
  const isWanted = useSetting('planPositions');
  const isShort = useMatch(short);
  const [areDoubtsShown, setDoubtsShown] = useState(false);
  const [isUnfoldedInShort, setUnfoldedInShort] = useState(false);
  const isUnfolded = bare.isShown || (isShort ? isUnfoldedInShort : isWanted);
  const height = useSetting('positionsHeight');
  const savedCounts = useSetting('positionCounts');
  const change = useChangeSettings();
  const marginMode = useSetting('marginMode');
  const names = useSameItems(positions.map(({ account }) => positionCountName(account, marginMode)));
  const counts = useSameItems(
    positions.map(
      ({ book }) => book.positions.filter((each) => marginMode === 'all' || each.marginMode === marginMode).length,
    ),
  );
  // The first time that an account is shown, the room stays as it is, so that the number, once it is known, moves nothing below.
  const [isFirst, setFirst] = useState(names.some((name) => savedCounts[name] === undefined));
  const toggle = (): void => {
    setFirst(false);
    bare.onShow(false);
    if (isShort) setUnfoldedInShort(!isUnfolded);
    else change({ planPositions: !isUnfolded });
  };
  const body = useId();
  const words = text.openPositions;
  const number = rows.length;
  const isRead = positions.every(({ book }) => book.isRead);
  const hasFailed = positions.some(({ hasFailed }) => hasFailed);
  const [only] = positions;
  const checkedAt = positions.length === 1 ? (only?.history?.checkedAt ?? null) : null;
  const missing = positions.flatMap(({ account, history }) => {
    const ofAccount = missingHistory(history, zone, text);
    if (ofAccount.length === 0) return [];
    const note = ofAccount.reduce(text.sentences);
    const name = accounts.length > 1 ? accounts.find(({ id }) => id === account)?.name : undefined;
    return [name === undefined ? note : text.history.gapOf(name, note)];
  });
  // An account with open plan orders usually has positions, which appear in their room.
  const isExpecting = parts.some(({ plans }) => plans.rows.length > 0 || (plans.fetchedAt === null && !plans.failure));
  if (isFirst && !isExpecting) setFirst(false);
  const isLoading = !isRead || positions.some(({ history }) => isDownloading(history));
  // Positions of older orders, as at the end of a download, may have another number than those of all orders.
  const isOutdated = positions.some(({ history, version }) => version !== null && version < (history?.version ?? 0));
  const isNumberKnown = !isLoading && !isOutdated;
  const expectedNumber = isFirst ? firstLines : names.reduce((sum, name) => sum + (savedCounts[name] ?? 0), 0);
  const isWhole = isExpecting && number === counts.reduce((sum, count) => sum + count, 0);
  const lines = useDeferredLineCount(names.join(), {
    expected: isExpecting ? expectedNumber : 0,
    wanted: isWhole && isFirst ? firstLines : isWhole && !isNumberKnown && !hasFailed ? null : number,
    isHeld,
  });
  useEffect(() => {
    if (!isNumberKnown) return;
    const saved = currentSettings().positionCounts;
    const positionCounts = { ...saved };
    for (const [index, name] of names.entries()) positionCounts[name] = counts[index] ?? 0;
    if (names.some((name) => positionCounts[name] !== saved[name])) change({ positionCounts });
  }, [isNumberKnown, names, counts, change]);
  const asOf = checkedAt === null ? words.derived : words.asOf(formatDataTime(checkedAt, zone));
  const sentences = [...missing, ...(hasFailed ? [words.failed] : [])];
  const notes = sentences.length === 0 ? '' : sentences.reduce(text.sentences);
  const Chevron = isUnfolded ? ChevronDown : ChevronRight;
  const style = { '--lines': lines, '--height': height === null ? undefined : `${height}px` } as CSSProperties;
  return (
    <section className="positions" aria-label={words.title}>
      <header className="positions-header">
        <button
          type="button"
          className="positions-toggle"
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded && lines > 0 ? body : undefined}
          onClick={toggle}
        >
          <Chevron size={14} aria-hidden="true" />
          {!isRead ? words.title : number === total ? words.titled(number) : words.narrowed(number, total)}
        </button>
        <Hint>{words.explained}</Hint>
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
        {/* Beside the tools, which it does not move. */}
        <span className="positions-gap" />
        <DoubtsToggle positions={positions} isShown={areDoubtsShown} onToggle={() => setDoubtsShown(!areDoubtsShown)} />
        {isUnfolded && lines > 0 && <SmallColumnsMenu table={table} label={text.risk.columns} />}
      </header>
      {areDoubtsShown && <PositionDoubts accounts={accounts} positions={positions} />}
      {isUnfolded && lines > 0 && (
        <>
          <div id={body} className="positions-table" data-sized={height !== null || undefined} style={style}>
            {number > 0 && <PositionsTable {...props} />}
          </div>
          <HeightHandle
            label={text.risk.resize}
            controls={body}
            onChange={(positionsHeight) => {
              setFirst(false);
              change({ positionsHeight });
            }}
          />
        </>
      )}
    </section>
  );
}

/** The table of the positions, in the user's order, which follows live figures slowly. */
function PositionsTable({ accounts, parts, rows, columns, table, openKey, onOpen }: PositionsSectionProps) {
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const { sorting: chosen } = table.state;
  const sorting = chosen.length === 0 ? [nearestStopFirst] : chosen;
  const ids = accounts.map(({ id }) => id).join('\n');
  const order = useStableSort(
    () =>
      Array.from(sortRows(rows, sortKeys(columns, sorting)), (place) => {
        const row = rows[place];
        return row ? positionRowId(row) : '';
      }),
    `${ids}\n${JSON.stringify(sorting)}`,
    rows,
    useRowHold(area, openKey !== null),
    pricedAccounts(rows),
  );
  const shown = useMemo(() => inOrder(rows, positionRowId, order.value), [rows, order.value]);
  const index = useMemo(
    (): RowIndex<PositionRow> => ({ rowCount: shown.length, rowAt: (position) => shown[position] }),
    [shown],
  );
  const [only] = accounts;
  const whose = accounts.length === 1 && only ? only.name : text.account.whoseNames.all;
  return (
    <div className="positions-area" ref={area}>
      <DataTable
        label={text.table.label(text.openPositions.title, whose)}
        table={table}
        index={index}
        rowKey={positionRowId}
        listKey={`${ids}\n${JSON.stringify(sorting)}`}
        restingSort={nearestStopFirst}
        complete
        stale={parts.every(({ isLive }) => !isLive)}
        openKey={openKey}
        onOpen={onOpen}
        cellItems={({ row, columnId }) => (
          <>
            <SymbolItems account={row.account} symbol={row.symbol} />
            <Menu.Separator className="popup-separator" />
            <PriceAlertItem row={row} columnId={columnId} account={row.account} market="futures" />
          </>
        )}
      />
    </div>
  );
}

/** Interval (ms) at which a postponed change of height is tried again. */
const checkIntervalMs = 500;

/** The rooms of this run of the page, by name. A part that is shown again has its room before its contents are read. No store: only a first render reads it. */
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
export function useDeferredLineCount(name: string, { expected, wanted, isHeld }: LineCount): number {
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
