import { Menu } from '@base-ui/react/menu';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { readDecimal, signOf } from '../../../shared/values/decimal.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useText } from '../../text/use-text.ts';
import { decimalText } from '../../ui/text/figures.ts';

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

/** Those that are averages, which have up to 12 digits and are named instead. */
const averages = ['averagePrice', 'entryPrice', 'exitPrice'] as const;

interface PriceAlertItemProps {
  row: { symbol: string };
  columnId: string;
  account: string;
  market: TickerMarket;
}

/** The menu item for an alert on the price of a row's symbol; at the price in the cell, if the cell has one. */
export function PriceAlertItem({ row, columnId, account, market }: PriceAlertItemProps) {
  const text = useText();
  const goTo = useGoTo();
  const { symbol } = row;
  const value = priceFields.includes(columnId) ? (row as Record<string, unknown>)[columnId] : null;
  const level = typeof value === 'string' ? readDecimal(value) : null;
  const at = level === null || signOf(level) <= 0 ? null : level;
  const average = averages.find((each) => each === columnId);
  return (
    <Menu.Item className="popup-item" onClick={() => goTo({ kind: 'new-alert', account, symbol, market, level: at })}>
      {at === null
        ? text.alerts.alertMe
        : average
          ? text.symbolMenu.alertAtAverage[average]
          : text.symbolMenu.alertAt(decimalText(at))}
    </Menu.Item>
  );
}
