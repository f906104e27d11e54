import type { PositionRisk, RiskPlan } from '../contract/positions.ts';
import type { ContractSize, Position } from '../contract/trades.ts';
import { orphanOf } from '../risk/orphan.ts';
import { makePositionBook, type PositionBook } from '../risk/position-book.ts';
import { marginModes } from '../values/domain.ts';

export const longPosition: Position = {
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'long',
  quantity: '5',
  entryPrice: '100',
  since: 1000,
  trade: 'isolated 1',
  incomplete: [],
};

export const shortPosition: Position = { ...longPosition, side: 'short', quantity: '2', trade: 'isolated 2' };

const counts = { compared: 4, agreed: 4 };

/** A contract whose size is known exactly. */
export function contractOf(symbol: string, size = '0.1'): ContractSize & { symbol: string } {
  const pnl = { ...counts, latest: counts, isUncertain: false };
  return { symbol, size, from: size, to: size, since: null, typed: null, agreeing: 3, trades: 3, pnl };
}

interface RiskParts extends Partial<Omit<PositionRisk, 'positions' | 'plans'>> {
  readonly plans?: readonly RiskPlan[];
  /** Keys of the plan orders that were created while a position was open which they could close. Default: none. */
  readonly createdWhileOpen?: readonly string[];
}

/** Open positions of BTC-USDT in an order history that is whole in both margin modes, unless `more` says otherwise. */
export function riskOf(positions: readonly Position[], more: RiskParts = {}): PositionRisk {
  const { plans = [], createdWhileOpen = [], ...parts } = more;
  const risk: PositionRisk = {
    version: 1,
    positions: [...positions],
    doubts: [],
    renamed: {},
    wholeModes: [...marginModes],
    orders: [],
    contracts: [contractOf('BTC-USDT')],
    plans: [],
    today: null,
    ...parts,
  };
  const book = makePositionBook(risk);
  return {
    ...risk,
    plans: plans.map((plan) => {
      const wasOpen = createdWhileOpen.includes(plan.key);
      return { key: plan.key, wasOpen, orphan: orphanOf(plan, wasOpen, book) };
    }),
  };
}

export function bookOf(positions: readonly Position[], more?: RiskParts): PositionBook {
  return makePositionBook(riskOf(positions, more));
}
