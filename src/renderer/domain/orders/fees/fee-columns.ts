import type { Fees } from '../../../../shared/orders/fees.ts';
import type { PnlField } from '../../../../shared/orders/history.ts';
import type { Text } from '../../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../../ui/table/column.ts';
import type { ExportColumn } from '../export/export-source.ts';
import { amountAfter } from './AfterFees.tsx';

/** Returns the column with the PnL after estimated fees. A row has none if the fees of some of its orders are not known. */
export function afterColumn<Row extends { pnl: string; fees?: Fees | undefined }>(
  unitOf: (row: Row) => string,
  text: Text,
): TableColumn<Row> {
  const shown = ({ pnl, fees }: Row): string =>
    fees === undefined || fees.unpriced > 0 ? text.none : amountAfter(pnl, fees, text);
  return columnHelper<Row>().accessor((row) => shown(row), {
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
