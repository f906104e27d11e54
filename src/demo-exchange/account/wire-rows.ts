/** The rows of the three order operations as the service sends them (docs/service.md 2.2 to 2.4). */

/** `is_full`: 1 isolated margin, 2 cross margin. */
export type MarginMode = 1 | 2;

export interface OrderRow {
  readonly order_id: string;
  /** Unix seconds. */
  readonly ctime: number;
  readonly symbol: string;
  readonly price: string;
  readonly price_avg: string;
  readonly lever_rate: number;
  readonly amount: string;
  readonly deal_amount: string;
  readonly type: string;
  readonly status: number;
  readonly contract_type: string;
  readonly profit: string;
}

/** Fields that open and past plan orders have in common. */
export interface PlanTerms {
  readonly price: string;
  readonly lever_rate: number;
  readonly amount: string;
  readonly type: string;
  readonly trigger_sign: string;
  readonly trigger_price: string;
  /** '' or '0' if there is no price: the service uses both. */
  readonly stop_profit_price: string;
  readonly stop_loss_price: string;
}

interface PlanRow extends PlanTerms {
  readonly order_id: string;
  /** Unix seconds. */
  readonly ctime: number;
  readonly symbol: string;
}

export interface PastPlanRow extends PlanRow {
  readonly implement_status: number;
  readonly tactics_deal: string;
}

export interface CurrentPlanRow extends PlanRow {
  readonly trigger_status: number;
}
