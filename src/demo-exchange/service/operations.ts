import type { Instrument } from '../market/instruments.ts';
import { plainText } from '../numbers/decimal-text.ts';
import type { World } from '../world.ts';
import { type OrderQuery, type QueryParameters, readOrderQuery, readSymbolList, singleValue } from './query.ts';
import { failures, RequestRefused } from './reply.ts';

export interface Operation {
  /** True if the three authentication headers are required. */
  readonly isSigned: boolean;
  /** Returns the `result` of the envelope as JSON text. Throws RequestRefused. */
  answer(world: World, parameters: QueryParameters): string;
}

/** The six operations of the service by their path (docs/service.md 4). All of them only read. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ['/v1/futures/orders/history', { isSigned: true, answer: orderHistory }],
  ['/v1/futures/plan/history', { isSigned: true, answer: planHistory }],
  ['/v1/futures/plan/current', { isSigned: true, answer: currentPlans }],
  ['/v1/spot/24kline_list', { isSigned: false, answer: spotTickers }],
  ['/v1/futures/24kline_list', { isSigned: false, answer: futuresTickers }],
  ['/v1/futures/symbol_precision', { isSigned: false, answer: symbolPrecision }],
]);

function orderHistory(world: World, parameters: QueryParameters): string {
  world.catchUp();
  const query = readOrderQuery(parameters, {
    instrumentOf: (symbol) => world.futuresBySymbol.get(symbol)?.position,
    sequenceOf: (identifier) => world.orders.sequenceOf(identifier),
  });
  return JSON.stringify(world.orders.page(query, world.marketSeconds));
}

function planHistory(world: World, parameters: QueryParameters): string {
  const beat = world.catchUp();
  return JSON.stringify(world.plans.pageOfHistory(readPlanQuery(world, parameters), beat));
}

function currentPlans(world: World, parameters: QueryParameters): string {
  world.catchUp();
  return JSON.stringify(world.plans.pageOfCurrent(readPlanQuery(world, parameters)));
}

function readPlanQuery(world: World, parameters: QueryParameters): OrderQuery {
  return readOrderQuery(parameters, {
    instrumentOf: (symbol) => world.futuresBySymbol.get(symbol)?.position,
    sequenceOf: (identifier) => world.plans.sequenceOf(identifier),
  });
}

/** Reports every failure of this operation as 10010, the only one in docs/service.md 7. */
function spotTickers(world: World, parameters: QueryParameters): string {
  try {
    const symbols = readSymbolList(parameters, (symbol) => world.spot.board.has(symbol));
    return world.spot.board.text(world.catchUp(), symbols);
  } catch (error) {
    throw error instanceof RequestRefused ? new RequestRefused(failures.failed) : error;
  }
}

function futuresTickers(world: World, parameters: QueryParameters): string {
  const symbols = readSymbolList(parameters, (symbol) => world.futuresBoard.has(symbol));
  return world.futuresBoard.text(world.catchUp(), symbols);
}

function symbolPrecision(world: World, parameters: QueryParameters): string {
  const symbol = singleValue(parameters, 'symbol');
  if (symbol === undefined) return precisionText(world.futures);
  const instrument = world.futuresBySymbol.get(symbol);
  if (instrument === undefined) throw new RequestRefused(failures.pairUnknown);
  return precisionText([instrument]);
}

function precisionText(instruments: readonly Instrument[]): string {
  const records = instruments.map((instrument) => {
    const { symbol, priceDecimals, quantityDecimals } = instrument;
    return [
      symbol,
      {
        amount: String(quantityDecimals),
        price: String(priceDecimals),
        minQuantity: plainText(instrument.minQuantity, quantityDecimals),
        maxQuantity: plainText(instrument.maxQuantity, quantityDecimals),
        minPrice: plainText(instrument.minPrice, priceDecimals),
        maxPrice: plainText(instrument.maxPrice, priceDecimals),
      },
    ] as const;
  });
  return JSON.stringify(Object.fromEntries(records));
}
