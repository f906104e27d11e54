import { useText } from '../../text/use-text.ts';

interface TickerStatusProps {
  shown: number;
  all: number;
  /** When the figures are of, where they are not live any more. */
  staleSince: string | null;
  /** `null`: the order follows no figures. */
  order: { time: string; isOld: boolean; makeAgain: () => void } | null;
}

/** How many symbols there are, of when they are, and of when their order is. */
export function TickerStatus({ shown, all, staleSince, order }: TickerStatusProps) {
  const text = useText();
  return (
    <>
      <span>{shown === all ? text.status.rows(all) : text.status.of(shown, all)}</span>
      {staleSince !== null && <span className="status-warning">{text.tickers.stale(staleSince)}</span>}
      {order && (
        <span className="tickers-order">
          {text.tickers.orderOf(order.time)}
          <button type="button" className="status-button" disabled={!order.isOld} onClick={order.makeAgain}>
            {text.tickers.sortAgain}
          </button>
        </span>
      )}
    </>
  );
}
