import type { Trade } from '../../../../shared/contract/trades.ts';
import type { PnlField } from '../../../../shared/orders/history.ts';
import { lacksPnl } from '../../../../shared/orders/trades.ts';
import type { Text } from '../../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../../ui/table/column.ts';
import type { ExportColumn } from '../export/export-source.ts';
import { amountAfter } from './AfterFees.tsx';

/** Returns the column with the PnL after estimated fees. A row has none if the fees of some of its orders are not known. */
export function afterColumn(unitOf: (row: Trade) => string, text: Text): TableColumn<Trade> {
  const shown = (row: Trade): string =>
    row.fees === undefined || row.fees.unpriced > 0 || row.pnl === null || lacksPnl(row)
      ? text.none
      : amountAfter(row.pnl, row.fees, text);
  return columnHelper<Trade>().accessor((row) => shown(row), {
    id: 'pnlAfter',
    header: text.fees.pnl,
    size: 168,
    meta: { unitOf, isHiddenAtFirst: true, align: 'end', text: shown, tone: () => 'muted' },
  });
}

/** Returns the fields that an export has beside the PnL. */
export function pnlExportColumns(hasRates: boolean, text: Text): ExportColumn<PnlField>[] {
  const estimate = [
    { field: 'estimatedPnlAfterFeesLowest', heading: text.fees.lowest },
    { field: 'estimatedPnlAfterFeesHighest', heading: text.fees.highest },
  ] as const;
  return [{ field: 'costMethod', heading: text.statement.costMethod }, ...(hasRates ? estimate : [])];
}
