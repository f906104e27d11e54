import type { Priority } from '../../exchange/index.ts';
import type { MarketClient, Operation, OrdersClient } from '../accounts/account-connection.ts';

/** What the market needs of an account, as it was when it was looked up. */
export interface LiveAccount {
  /** Differs where rows are another's, in this run of the program. */
  readonly scope: string;
  /** The same over restarts, and where the same key is entered anew for the same address. */
  readonly archive: string;
  askMarket<Answer>(
    operation: Operation<MarketClient, Answer>,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Answer>;
  askOrders<Answer>(
    operation: Operation<OrdersClient, Answer>,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Answer>;
}
