import type { SymbolRules } from '../../../shared/contract/market.ts';
import { tickOf } from '../../../shared/plans/plan-distance.ts';
import { quoteOfRow } from '../../domain/orders/order-columns.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import { decimalText, plainText } from '../../ui/text/figures.ts';

export function makeSymbolRuleColumns(text: Text): TableColumn<SymbolRules>[] {
  const places = (id: 'pricePrecision' | 'quantityPrecision'): TableColumn<SymbolRules> =>
    decimalColumn<SymbolRules>((row) => row[id]?.toString() ?? null, {
      id,
      header: text.columns[id],
      unit: text.units.decimals,
      show: (value) => plainText(value, text),
      text,
    });
  const bound = (id: 'minQuantity' | 'maxQuantity' | 'minPrice' | 'maxPrice'): TableColumn<SymbolRules> => {
    const isPrice = id === 'minPrice' || id === 'maxPrice';
    return decimalColumn<SymbolRules>(id, {
      header: text.columns[id],
      unit: isPrice ? text.units.quote : text.units.contracts,
      ...(isPrice ? { unitOf: quoteOfRow } : {}),
      size: 148,
      // A bound is never rounded, because an order beyond the rounded bound would be rejected.
      show: (value, row) => {
        const places = isPrice ? row.pricePrecision : row.quantityPrecision;
        return value === null ? text.none : decimalText(value, { minimumPlaces: places ?? 0 });
      },
      text,
    });
  };
  const tickSize = decimalColumn<SymbolRules>((row) => tickOf(row.pricePrecision), {
    id: 'tickSize',
    header: text.columns.tickSize,
    unit: text.units.quote,
    unitOf: quoteOfRow,
    show: (value) => plainText(value, text),
    text,
  });
  return [
    columnHelper<SymbolRules>().accessor('symbol', {
      header: text.columns.symbol,
      size: 168,
      meta: { sort: 'text', text: (row) => row.symbol },
    }),
    tickSize,
    places('pricePrecision'),
    bound('minPrice'),
    bound('maxPrice'),
    places('quantityPrecision'),
    bound('minQuantity'),
    bound('maxQuantity'),
  ];
}
