import type {
  ExportProgress,
  ExportQuery,
  StatementExportQuery,
  TradeExportQuery,
} from '../../shared/contract/exports.ts';
import type { HistoryService } from '../history/history-service.ts';
import type { RunningExports } from '../updates.ts';
import { createExport, type Export, type ExporterOptions, type ExportJob, type ExportTargets } from './exporter.ts';
import { rowTexts, statementTexts, tradeTexts } from './row-texts.ts';
import { statementRows } from './statement-records.ts';

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
    subject: Pick<ExporterOptions<Query, Row>, 'textsOf' | 'rowsOf'>,
  ): Export<Query> => {
    const run = createExport({ ...subject, targets: targets ?? { choose: async () => null }, onProgress });
    return (query, signal) => running.run(() => run(query, signal));
  };
  return {
    exportRows: counted({ textsOf: rowTexts, rowsOf: (query: ExportQuery) => history.rowsOf(query) }),
    exportTrades: counted({ textsOf: tradeTexts, rowsOf: (query: TradeExportQuery) => history.tradesOf(query) }),
    exportStatement: counted({
      textsOf: statementTexts,
      rowsOf: async (query: StatementExportQuery) => statementRows(await history.ask('readStatement', query)),
    }),
  };
}
