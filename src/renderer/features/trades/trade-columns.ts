import type { ColumnSort } from '../../../shared/contract/settings.ts';
import type { Trade, TradeSort } from '../../../shared/contract/trades.ts';
import type { PnlField } from '../../../shared/orders/history.ts';
import type { NoteField } from '../../../shared/orders/notes.ts';
import { type TradeField, tradeFieldKinds, tradeFields, tradeSortFields } from '../../../shared/orders/trades.ts';
import { maxSortColumns } from '../../../shared/settings/choices.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { noteColumnId, noteExportColumns } from '../../domain/notes/note-column.ts';
import { accountColumnId } from '../../domain/orders/account-column.ts';
import type { ExportColumn } from '../../domain/orders/export/export-source.ts';
import { afterColumn, pnlExportColumns } from '../../domain/orders/fees/fee-columns.ts';
import { quoteOfRow } from '../../domain/orders/order-columns.ts';
import { tradeDuration } from '../../domain/orders/trade-duration.ts';
import { tradePnlFigure, tradePnlTone } from '../../domain/orders/trade-pnl.ts';
import { positionTone } from '../../domain/orders/words.ts';
import { countText } from '../../text/number-form.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import {
  moneyFigure,
  percentText,
  plainFigure,
  priceFigure,
  quantityFigure,
  type RulesOf,
  roughText,
  signTone,
} from '../../ui/text/figures.ts';

const helper = columnHelper<Trade>();

/** Returns the sort of a query for the columns that the table is sorted by. A column has the name of its field. */
export function tradeSort(sorting: readonly ColumnSort[]): TradeSort[] {
  const sorts = sorting.flatMap(({ id, desc }): TradeSort[] => {
    const field = tradeSortFields.find((each) => each === id);
    return field === undefined ? [] : [{ field, direction: desc ? 'descending' : 'ascending' }];
  });
  return sorts.slice(0, maxSortColumns);
}

export type TradeExportField = TradeField | 'r' | 'incomplete' | PnlField | NoteField | typeof accountColumnId;

/** What columns show beside their own field. */
const shownWith: {
  readonly [Field in TradeField]?: readonly ('incomplete' | 'executions' | 'openedBy' | 'closedBy')[];
} = {
  pnl: ['incomplete'],
  state: ['incomplete', 'executions'],
  duration: ['openedBy', 'closedBy'],
};

/**
 * Returns the fields of the visible columns, in their order, and what an export has beside the PnL. The state shows whether the trade is incomplete
 * or uncertain, the PnL whether it is whole, and the duration its range.
 */
export function tradeExportFields(
  columns: readonly { id: string; header: string }[],
  text: Text,
  hasRates: boolean,
): ExportColumn<TradeExportField>[] {
  return columns.flatMap(({ id, header }): ExportColumn<TradeExportField>[] => {
    if (id === noteColumnId) return noteExportColumns(header, text);
    if (id === accountColumnId) return [{ field: accountColumnId, heading: header }];
    if (id === 'r') return [{ field: id, heading: header }];
    const field = tradeFields.find((each) => each === id);
    if (field === undefined) return [];
    const shown = { field, heading: header };
    const isElsewhere = (each: string) =>
      columns.some((column) => column.id === each || (field === 'pnl' && column.id === 'state'));
    const added = (shownWith[field] ?? []).filter((each) => !isElsewhere(each));
    return [
      shown,
      ...(field === 'pnl' ? pnlExportColumns(hasRates, text) : []),
      ...added.map((each) => ({
        field: each,
        heading: each === 'incomplete' ? text.trades.incomplete : text.columns[each],
      })),
    ];
  });
}

/** Returns why a trade is incomplete or uncertain, in sentences; `null` for any other. */
function reasonsText({ incomplete, executions }: Trade, text: Text): string | null {
  const reasons = incomplete.map((reason) => text.trades.reasons[reason]);
  if (executions === 'uncertain') reasons.push(text.trades.uncertainExplained);
  return reasons.length === 0 ? null : reasons.reduce((said, next) => text.sentences(said, next));
}

/** The fields whose column follows from their kind. */
type FigureField = {
  [Field in TradeField]: (typeof tradeFieldKinds)[Field] extends FigureKind ? Field : never;
}[TradeField];
const figureKinds = ['duration', 'count', 'quantity', 'price', 'profit', 'percent', 'leverage'] as const;
type FigureKind = (typeof figureKinds)[number];

/** The fields of a kind without a place of their own come last, hidden at first. */
export function makeTradeColumns(text: Text, rulesOf: RulesOf, zone: string, hasRates: boolean): TableColumn<Trade>[] {
  const { columns, units, none } = text;
  const figures: Readonly<Record<FigureKind, (field: FigureField) => TableColumn<Trade>>> = {
    duration: (field) =>
      helper.accessor(field, {
        header: columns[field],
        // The longest ranges, such as "23 小时 59 分钟至 23 小时 59 分钟".
        size: 228,
        meta: {
          sort: 'number',
          align: 'end',
          text: (row) => tradeDuration(row, text),
          tone: (row) => (row[field] === null ? 'muted' : undefined),
        },
      }),
    count: (field) =>
      helper.accessor(field, {
        header: columns[field],
        size: 76,
        meta: { sort: 'number', align: 'end', text: (row) => countText(Number(row[field])) },
      }),
    quantity: (field) =>
      decimalColumn<Trade>(field, {
        header: columns[field],
        unit: units.contracts,
        size: 104,
        show: (value, { symbol }) => quantityFigure(value, rulesOf(symbol), text),
        text,
      }),
    price: (field) =>
      decimalColumn<Trade>(field, {
        header: columns[field],
        unitOf: quoteOfRow,
        // Averages have up to 12 digits.
        size: 136,
        show: (value, { symbol }) => priceFigure(value, rulesOf(symbol), text),
        text,
      }),
    profit: (field) =>
      decimalColumn<Trade>(field, {
        header: columns[field],
        unitOf: quoteOfRow,
        size: 132,
        alignsPoint: true,
        show: (value) => moneyFigure(value, text),
        tone: (row) => signTone(row[field] as Decimal | null),
        text,
      }),
    percent: (field) =>
      decimalColumn<Trade>(field, {
        header: columns[field],
        size: 92,
        alignsPoint: true,
        show: (value) => percentText(value, text),
        tone: (row) => signTone(row[field] as Decimal | null),
        text,
      }),
    leverage: (field) =>
      decimalColumn<Trade>(field, {
        header: columns[field],
        size: 90,
        show: (value) => (value === null ? none : text.leverage(value)),
        text,
      }),
  };
  const timeText = (time: number | null) => (time === null ? none : formatTimestamp(time, zone));
  const figure = (field: FigureField) => figures[tradeFieldKinds[field]](field);
  const withMeta = (column: TableColumn<Trade>, meta: Partial<TableColumn<Trade>['meta']>): TableColumn<Trade> => ({
    ...column,
    meta: { ...column.meta, ...meta },
  });
  const hidden = (column: TableColumn<Trade>) => withMeta(column, { isHiddenAtFirst: true });
  const placed = [
    helper.accessor('symbol', { header: columns.symbol, size: 148, meta: { sort: 'text', text: (row) => row.symbol } }),
    helper.accessor('side', {
      header: columns.side,
      size: 72,
      meta: {
        sort: 'text',
        text: ({ side }) => (side === null ? none : text.trades.sides[side]),
        tone: ({ side }) => (side === null ? 'muted' : positionTone(side)),
      },
    }),
    decimalColumn<Trade>('pnl', {
      header: columns.pnl,
      unit: units.beforeFees,
      unitOf: (row) => text.clauses(units.beforeFees, quoteOfRow(row)),
      sumIn: quoteOfRow,
      isSigned: true,
      alignsPoint: true,
      size: 116,
      show: (_, row) => tradePnlFigure(row, text),
      tone: tradePnlTone,
      text,
    }),
    ...(hasRates ? [afterColumn(quoteOfRow, text)] : []),
    figure('returnPercent'),
    decimalColumn<Trade>('r', {
      header: columns.r,
      size: 72,
      alignsPoint: true,
      show: (value, row) => {
        if (value !== null) return text.picture.r(roughText(value));
        return { ...plainFigure(none), full: isMeasured(row) ? text.picture.noStop : null };
      },
      tone: (row) => signTone(row.r),
      text,
    }),
    helper.accessor('state', {
      header: columns.state,
      size: 188,
      meta: {
        sort: 'text',
        text: ({ state, incomplete, executions }) => {
          if (state === null) return text.trades.incomplete;
          const word = text.trades.states[state];
          if (incomplete.length > 0) return text.trades.markedIncomplete(word);
          return executions === 'uncertain' ? text.trades.markedUncertain(word) : word;
        },
        warning: (row) => reasonsText(row, text),
      },
    }),
    helper.accessor('openedAt', {
      header: columns.opened,
      size: 168,
      meta: { sort: 'number', text: (row) => formatTimestamp(row.openedAt, zone) },
    }),
    helper.accessor('closedAt', {
      header: columns.closed,
      size: 168,
      meta: {
        sort: 'number',
        text: ({ closedAt }) => timeText(closedAt),
        tone: ({ closedAt }) => (closedAt === null ? 'muted' : undefined),
      },
    }),
    ...(['openedBy', 'closedBy'] as const).map((field) =>
      hidden(
        helper.accessor(field, {
          header: columns[field],
          size: 168,
          meta: {
            sort: 'number',
            text: (row) => timeText(row[field]),
            tone: (row) => (row[field] === null ? 'muted' : undefined),
            isNoDetail: true,
          },
        }),
      ),
    ),
    figure('duration'),
    hidden(
      helper.accessor('executions', {
        header: columns.executions,
        size: 148,
        meta: { sort: 'text', text: (row) => text.trades.executions[row.executions], isNoDetail: true },
      }),
    ),
    figure('entryPrice'),
    figure('exitPrice'),
    figure('largestSize'),
    hidden(figure('openedQuantity')),
    hidden(figure('closedQuantity')),
    withMeta(figure('pnlPerContract'), { isNoDetail: true }),
    figure('orders'),
    figure('leverage'),
    helper.accessor('marginMode', {
      header: columns.marginMode,
      size: 98,
      meta: { sort: 'text', text: (row) => text.marginModes[row.marginMode] },
    }),
  ];
  const others = tradeFields.filter(isFigure).filter((field) => placed.every(({ id }) => id !== field));
  return [...placed, ...others.map((field) => hidden(figure(field)))];
}

/** True if only a stop is needed for the R multiple of a trade. */
function isMeasured({ state, incomplete }: Trade): boolean {
  return state === 'closed' && incomplete.length === 0;
}

function isFigure(field: TradeField): field is FigureField {
  return figureKinds.some((kind) => kind === tradeFieldKinds[field]);
}
