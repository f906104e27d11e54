import { Menu } from '@base-ui/react/menu';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { useText } from '../../text/use-text.ts';
import { CopyItem } from '../../ui/controls/CopyItem.tsx';
import { PriceAlertItem } from '../market/PriceAlertItem.tsx';
import { SymbolItems } from '../market/SymbolItems.tsx';

interface OrderItemsProps {
  account: string;
  /** An order or a plan order. */
  row: { id: string; symbol: string };
  /** Column of the price for an alert. */
  priceColumn: string;
  /** See `SymbolItems`. */
  tickersOf?: TickerMarket | undefined;
}

/** Menu items of an order in a panel: its ID, what belongs to its symbol, and an alert at its price. */
export function OrderItems({ account, row, priceColumn, tickersOf }: OrderItemsProps) {
  const text = useText();
  return (
    <>
      <CopyItem label={text.table.copyId} value={row.id} />
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} tickersOf={tickersOf} symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={row} columnId={priceColumn} account={account} market="futures" />
    </>
  );
}
