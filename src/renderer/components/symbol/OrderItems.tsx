import { Menu } from '@base-ui/react/menu';
import { copyText } from '../../state/copy-text.ts';
import { useText } from '../../text/use-text.ts';
import { PriceAlertItem } from './PriceAlertItem.tsx';
import { SymbolItems } from './SymbolItems.tsx';

interface OrderItemsProps {
  account: string;
  /** An order or a plan order. */
  row: { id: string; symbol: string };
  /** Column of the price for an alert. */
  priceColumn: string;
}

/** Menu items of an order in a panel: its ID, what belongs to its symbol, and an alert at its price. */
export function OrderItems({ account, row, priceColumn }: OrderItemsProps) {
  const text = useText();
  return (
    <>
      <Menu.Item className="popup-item" onClick={() => void copyText(row.id, text)}>
        {text.table.copyId}
      </Menu.Item>
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} tickersOf="futures" symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={row} columnId={priceColumn} account={account} market="futures" />
    </>
  );
}
