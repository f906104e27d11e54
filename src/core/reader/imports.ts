import { type RowChunk, rowsIn } from '../../history/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { namedQuoteOf, quoteOf } from '../../shared/market/symbols.ts';
import { contradictsItself, lacksRealized } from '../../shared/orders/executed.ts';
import { signOf } from '../../shared/values/decimal.ts';
import type { HistoryRow } from '../export/fields.ts';
import { type FileColumn, isoTimes } from '../export/row-texts.ts';
import type { Answer, Command, Request } from './command.ts';

type OrderRow = HistoryRow & Order;

/** What a file that another program imports consists of. */
interface ImportedFile {
  readonly columns: readonly (readonly [
    name: string,
    kind: FileColumn<OrderRow>['kind'],
    textOf: FileColumn<OrderRow>['textOf'],
  ])[];
  /** `none`: the order has nothing of the kind. A text: why it is left out. */
  readonly judge: (
    order: OrderRow,
  ) => 'row' | 'none' | `${'PnL' | 'currency' | 'executed quantity' | 'price' | 'side'} is not known`;
  readonly zoneOf: (zone: string) => string;
}

/** "2026-01-31 23:59", which is of UTC. */
const minute = (order: OrderRow) => new Date(order.createdAt).toISOString().slice(0, 16).replace('T', ' ');

/** Realized PnL as movements of money, by the simple form of Koinly, which most tax programs can map. */
const movements: ImportedFile = {
  columns: [
    ['Koinly Date', 'text', minute],
    ['Amount', 'decimal', ({ pnl }) => pnl],
    ['Currency', 'text', ({ symbol }) => quoteOf(symbol)],
    ['Label', 'text', () => 'realized gain'],
    ['Description', 'text', ({ symbol, side }) => `${symbol} ${side ?? ''}`.trim()],
    ['TxHash', 'text', ({ id }) => id],
  ],
  judge(order) {
    const { pnl, symbol } = order;
    if (signOf(pnl ?? '0') === 0) return lacksRealized(order) ? 'PnL is not known' : 'none';
    return namedQuoteOf(symbol) === null ? 'currency is not known' : 'row';
  },
  zoneOf: () => 'UTC',
};

/** Executed orders as executions, by the general form of Tradervue. */
const executions: ImportedFile = {
  columns: [
    ['Date', 'text', ({ createdAt }, isoTime) => isoTime(createdAt).slice(0, 10)],
    ['Time', 'text', ({ createdAt }, isoTime) => isoTime(createdAt).slice(11, 19)],
    ['Symbol', 'text', ({ symbol }) => symbol],
    ['Quantity', 'decimal', ({ filledQuantity }) => filledQuantity],
    ['Price', 'decimal', ({ averagePrice }) => averagePrice],
    ['Side', 'text', ({ side }) => side],
  ],
  judge(order) {
    const { filledQuantity, averagePrice, side } = order;
    if (signOf(filledQuantity ?? '0') <= 0) return contradictsItself(order) ? 'executed quantity is not known' : 'none';
    if (averagePrice === null || signOf(averagePrice) <= 0) return 'price is not known';
    return side === null ? 'side is not known' : 'row';
  },
  zoneOf: (zone) => zone,
};

/** Commands whose CSV other programs import. `readOrders`: answers the command `orders`. */
export function importCommands(readOrders: Command): Readonly<Record<string, Command>> {
  const command = (description: string, file: ImportedFile): Command => ({
    ...readOrders,
    description,
    fields: file.columns.map(([name]) => name),
    format: 'csv',
    read: async (request) => importedRows(await readOrders.read(request), request, file),
  });
  return {
    tax: command(
      'Prints realized PnL, an order a row, in the simple form of Koinly that tax programs import.',
      movements,
    ),
    journal: command(
      'Prints executed orders in the form of executions that Tradervue and other journals import.',
      executions,
    ),
  };
}

function importedRows(answer: Answer, { zone }: Request, { columns, judge, zoneOf }: ImportedFile): Answer {
  const isoTime = isoTimes(zoneOf(zone));
  const leftOut = new Map<string, number>();
  let written = 0;
  async function* chunks() {
    for await (const chunk of answer.rows.chunks as AsyncIterable<RowChunk<OrderRow>>) {
      const kept = rowsIn(chunk).filter((order) => {
        const verdict = judge(order);
        if (verdict !== 'row' && verdict !== 'none') leftOut.set(verdict, (leftOut.get(verdict) ?? 0) + 1);
        return verdict === 'row';
      });
      written += kept.length;
      yield kept;
    }
  }
  return {
    columns: columns.map(([name, kind, textOf]) => ({
      name,
      heading: name,
      kind,
      textOf: (row: OrderRow) => textOf(row, isoTime),
    })),
    rows: { total: answer.rows.total, chunks: chunks() },
    searched: answer.searched,
    absent: answer.absent,
    about: () => [
      `${written} rows, from the orders of this filter. Times are the creation of the orders, in ${zoneOf(zone)}.`,
      'Fees and funding are not in this file, because the orders of the exchange do not have them.',
      ...[...leftOut].map(([why, count]) => `${count} orders are left out: their ${why}.`),
    ],
  } as unknown as Answer;
}
