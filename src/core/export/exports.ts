import type {
  ExportProgress,
  ExportQuery,
  StatementExportQuery,
  TradeExportQuery,
} from '../../shared/contract/exports.ts';
import { accountsIn } from '../../shared/orders/joint.ts';
import type { ArchiveList } from '../../shared/orders/trades.ts';
import type { HistoryService } from '../history/history-service.ts';
import type { RunningExports } from '../updates.ts';
import { createExport, type Export, type ExporterOptions, type ExportJob, type ExportTargets } from './exporter.ts';
import { readFacts } from './row-facts.ts';
import { rowFile } from './row-file.ts';
import { rowColumns, statementColumns, tradeColumns } from './row-texts.ts';
import { statementRows } from './statement-records.ts';
import { sheetColumns, sheetRows } from './statement-sheet.ts';

export interface Exports {
  readonly exportRows: Export<ExportQuery>;
  readonly exportTrades: Export<TradeExportQuery>;
  readonly exportStatement: Export<StatementExportQuery>;
}

export interface ExportsOptions {
  readonly history: HistoryService;
  readonly running: RunningExports;
  /** Default: the user can choose no file. */
  readonly targets: ExportTargets | undefined;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Creates the exports of the histories. Each is counted while it runs. */
export function createExports({ history, running, targets, onProgress }: ExportsOptions): Exports {
  const counted = <Query extends ExportJob, Row>(
    subject: Pick<ExporterOptions<Query, Row>, 'fileOf' | 'rowsOf'>,
  ): Export<Query> => {
    const run = createExport({ ...subject, targets: targets ?? { choose: async () => null }, onProgress });
    return (query, signal) => running.run(() => run(query, signal));
  };
  const statementOf = ({ from, to, zone, basis }: StatementExportQuery, account: string) =>
    history.ask('readStatement', { account, from, to, zone, basis });
  const facts = async () => ({ list: 'statement' });
  // Its records say the account's coverage themselves.
  const exportRecords = counted({
    fileOf: (query: StatementExportQuery) => rowFile(query, statementColumns(), facts),
    rowsOf: async (query) => statementRows(await statementOf(query, query.account)),
  });
  const exportSheet = counted({
    fileOf: (query: StatementExportQuery) => rowFile(query, sheetColumns(query), facts),
    rowsOf: async (query) =>
      sheetRows(
        await Promise.all(
          accountsIn(query.account).map(async (account) => ({
            name: query.accountNames?.[account] ?? account,
            of: await statementOf(query, account),
          })),
        ),
      ),
  });
  return {
    exportRows: counted({
      fileOf: (query: ExportQuery) =>
        rowFile(query, rowColumns(query), () => readFacts(history, query.list, query, askedOf(query.list, query))),
      rowsOf: (query) => history.rowsOf(query),
    }),
    exportTrades: counted({
      fileOf: (query: TradeExportQuery) =>
        rowFile(query, tradeColumns(query), () => readFacts(history, 'order-history', query, askedOf('trades', query))),
      rowsOf: (query) => history.tradesOf(query),
    }),
    exportStatement: (query, signal) => (query.of === 'symbols' ? exportSheet : exportRecords)(query, signal),
  };
}

function askedOf(
  list: ArchiveList,
  { name, filter, sort }: Pick<ExportQuery | TradeExportQuery, 'name' | 'filter' | 'sort'>,
) {
  return { name, list, filter: JSON.stringify(filter), sort: JSON.stringify(sort) };
}
