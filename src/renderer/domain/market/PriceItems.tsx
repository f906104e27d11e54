import type { TickerMarket } from '../../../shared/market/market.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useText } from '../../text/use-text.ts';
import { CopyItem } from '../../ui/controls/CopyItem.tsx';
import { PriceAlertItem } from './PriceAlertItem.tsx';

interface PriceItemsProps {
  account: string;
  market: TickerMarket;
  /** A price of a symbol. */
  row: { symbol: string; price: Decimal };
}

/** Menu items of a price in a chart: it is copied, or becomes the level of an alert. */
export function PriceItems({ account, market, row }: PriceItemsProps) {
  const words = useText().symbolMenu;
  return (
    <>
      <CopyItem label={words.copyPrice} value={row.price} />
      <PriceAlertItem row={row} columnId="price" account={account} market={market} />
    </>
  );
}
