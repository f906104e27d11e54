import type { PageRequest } from '../account/paging.ts';
import type { MarginMode } from '../account/wire-rows.ts';
import { failures, RequestRefused } from './failures.ts';
import { type QueryParameters, singleValue } from './query.ts';

/** What the three order operations take (service-api.md 4.1): the defaults filled in, the names looked up. */
export interface OrderQuery extends PageRequest {
  readonly marginMode: MarginMode;
  /** Position in the futures list; undefined for all. */
  readonly instrument: number | undefined;
}

export interface OrderQueryLookups {
  instrumentOf(symbol: string): number | undefined;
  sequenceOf(identifier: string): number | undefined;
}

/**
 * A parameter that is present must be valid, an empty one included. Throws `pairUnknown` for the symbol and
 * `argumentInvalid` for the rest. `from` may be an id of the other margin mode or of another symbol: it is a position.
 */
export function readOrderQuery(parameters: QueryParameters, lookups: OrderQueryLookups): OrderQuery {
  return {
    limit: readLimit(singleValue(parameters, 'limit')),
    direct: readDirection(singleValue(parameters, 'direct')),
    marginMode: readMarginMode(singleValue(parameters, 'is_full')),
    instrument: readSymbol(singleValue(parameters, 'symbol'), lookups),
    from: readFrom(singleValue(parameters, 'from'), lookups),
  };
}

/** The pairs of a comma-separated list, or undefined without one. Throws `pairUnknown` where one is not listed. */
export function readSymbolList(
  parameters: QueryParameters,
  isListed: (symbol: string) => boolean,
): ReadonlySet<string> | undefined {
  const text = singleValue(parameters, 'symbol');
  if (text === undefined) return undefined;
  const symbols = new Set(text.split(','));
  for (const symbol of symbols) {
    if (!isListed(symbol)) throw new RequestRefused(failures.pairUnknown);
  }
  return symbols;
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return 20;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 100) throw new RequestRefused(failures.argumentInvalid, 'limit is 1 to 100');
  return limit;
}

function readDirection(text: string | undefined): 'prev' | 'next' {
  if (text === undefined || text === 'prev') return 'prev';
  if (text === 'next') return 'next';
  throw new RequestRefused(failures.argumentInvalid, 'direct is prev or next');
}

function readMarginMode(text: string | undefined): MarginMode {
  if (text === undefined || text === '1') return 1;
  if (text === '2') return 2;
  throw new RequestRefused(failures.argumentInvalid, 'is_full is 1 or 2');
}

function readSymbol(symbol: string | undefined, lookups: OrderQueryLookups): number | undefined {
  if (symbol === undefined) return undefined;
  const instrument = lookups.instrumentOf(symbol);
  if (instrument === undefined) throw new RequestRefused(failures.pairUnknown);
  return instrument;
}

function readFrom(identifier: string | undefined, lookups: OrderQueryLookups): number | undefined {
  if (identifier === undefined) return undefined;
  const sequence = lookups.sequenceOf(identifier);
  if (sequence === undefined) throw new RequestRefused(failures.argumentInvalid, 'from is no known order_id');
  return sequence;
}
