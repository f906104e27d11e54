import { Menu } from '@base-ui/react/menu';
import { readDecimal, signOf } from '../../../shared/decimal.ts';
import type { TickerMarket } from '../../../shared/market.ts';
import { decimalText } from '../../model/figures.ts';
import { openNewAlert } from '../../state/alerts.ts';
import { useText } from '../../text/use-text.ts';

/** Fields of rows that are prices of the row's symbol. */
const priceFields: readonly string[] = [
  'price',
  'averagePrice',
  'entryPrice',
  'exitPrice',
  'triggerPrice',
  'takeProfit',
  'stopLoss',
  'last',
  'bid',
  'ask',
  'high',
  'low',
  'open',
];

interface PriceAlertItemProps {
  row: { symbol: string };
  columnId: string;
  account: string;
  market: TickerMarket;
}

/** The menu item for an alert on the price of a row's symbol; at the price in the cell, if the cell has one. */
export function PriceAlertItem({ row, columnId, account, market }: PriceAlertItemProps) {
  const text = useText();
  const { symbol } = row;
  const value = priceFields.includes(columnId) ? (row as Record<string, unknown>)[columnId] : null;
  const level = typeof value === 'string' ? readDecimal(value) : null;
  const place = { account, market };
  return level === null || signOf(level) <= 0 ? (
    <Menu.Item className="popup-item" onClick={() => openNewAlert(symbol, null, place)}>
      {text.alerts.alertMe}
    </Menu.Item>
  ) : (
    <Menu.Item className="popup-item" onClick={() => openNewAlert(symbol, level, place)}>
      {text.symbolMenu.alertAt(decimalText(level))}
    </Menu.Item>
  );
}
