import type { SymbolRules } from '../../../shared/domain.ts';
import type { TableColumn } from '../../model/column.ts';
import { plainText, priceText, quantityText } from '../../model/figures.ts';
import { decimalColumn } from '../../model/order-columns.ts';
import type { Text } from '../../text/use-text.ts';

export function makeSymbolRuleColumns(text: Text): TableColumn<SymbolRules>[] {
  const places = (id: 'pricePrecision' | 'quantityPrecision'): TableColumn<SymbolRules> =>
    decimalColumn({
      id,
      header: text.columns[id],
      unit: text.units.decimals,
      width: 128,
      of: (row) => row[id]?.toString() ?? null,
      show: (value) => plainText(value, text),
      text,
    });
  const bound = (id: 'minQuantity' | 'maxQuantity' | 'minPrice' | 'maxPrice'): TableColumn<SymbolRules> => {
    const isPrice = id === 'minPrice' || id === 'maxPrice';
    const show = isPrice ? priceText : quantityText;
    return decimalColumn({
      id,
      header: text.columns[id],
      unit: isPrice ? text.units.quote : text.units.contracts,
      width: 148,
      of: (row) => row[id],
      show: (value, row) => show(value, row, text),
      text,
    });
  };
  return [
    {
      id: 'symbol',
      header: text.columns.symbol,
      width: 168,
      text: (row) => row.symbol,
      sort: { kind: 'text', of: (row) => row.symbol },
    },
    places('pricePrecision'),
    bound('minPrice'),
    bound('maxPrice'),
    places('quantityPrecision'),
    bound('minQuantity'),
    bound('maxQuantity'),
  ];
}
