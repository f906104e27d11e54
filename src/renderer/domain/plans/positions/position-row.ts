import type { FuturesTicker } from '../../../../shared/contract/market.ts';
import type { PlanOrder } from '../../../../shared/contract/orders.ts';
import { lastPriceOf, type PriceDoubt } from '../../../../shared/market/last-price.ts';
import { PositionPricer, type PricedAccount, type PricedPosition } from '../../../../shared/risk/priced-positions.ts';
import { SameItems } from '../../../platform/same-items.ts';
import { type DayRange, type StopAlarm, stopAlarm } from './stop-alarm.ts';

/** An open position with what it brings and what protects it (docs/risk.md). */
export interface PositionRow extends PricedPosition<PriceDoubt> {
  /** ID of the account. */
  account: string;
  /** False if the tickers have been read, and the symbol is not among them. */
  isListed: boolean;
  /** `null` if nothing of the stops needs a look. */
  alarm: StopAlarm | null;
}

/** Row ID that is unique across accounts. */
export function positionRowId({ account, trade }: Pick<PositionRow, 'account' | 'trade'>): string {
  return `${account} ${trade}`;
}

/** Everything that the rows of an account depend on. */
export interface PositionInputs extends Omit<PricedAccount<PriceDoubt>, 'lastOf'> {
  account: string;
  /** Plan orders that were canceled or failed, the newest first. */
  ended: readonly PlanOrder[];
  tickers: ReadonlyMap<string, Pick<FuturesTicker, 'last' | keyof DayRange>>;
}

/** Makes the rows of an account's positions. A row without a change stays the same object. */
export class PositionRows {
  readonly #pricer = new PositionPricer<PriceDoubt>();
  readonly #rows = new SameItems<PositionRow>();

  of(inputs: PositionInputs): readonly PositionRow[] {
    const { account, tickers, ended } = inputs;
    const positions = this.#pricer.price({ ...inputs, lastOf: (symbol) => lastPriceOf(tickers.get(symbol)) });
    return this.#rows.of(
      positions,
      ({ trade }) => trade,
      (priced) => {
        const ticker = tickers.get(priced.symbol);
        const isListed = ticker !== undefined || tickers.size === 0;
        return [priced, ended, ticker?.low ?? null, ticker?.high ?? null, isListed] as const;
      },
      (priced, [, , low, high, isListed]) => ({
        ...priced,
        account,
        isListed,
        alarm: stopAlarm(priced, priced.protection, ended, { low, high }),
      }),
    );
  }
}
