import type { PageRequest } from '../account/paging.ts';
import type { MarginMode } from '../account/wire-rows.ts';
import { failures, RequestRefused } from './reply.ts';

/** The decoded parameters of a query string in their order: the values that a signature covers. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

/** Throws `argumentInvalid` if the percent-encoding is broken or is not UTF-8. */
export function parseQuery(query: string): QueryParameters {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const separator = part.indexOf('=');
      return separator < 0
        ? ([decode(part), ''] as const)
        : ([decode(part.slice(0, separator)), decode(part.slice(separator + 1))] as const);
    });
}

/**
 * Returns the value of a parameter, or `undefined` if it is missing. Throws `argumentInvalid` if the parameter is
 * repeated.
 */
export function singleValue(parameters: QueryParameters, name: string): string | undefined {
  const found = parameters.filter(([key]) => key === name);
  if (found.length > 1) throw new RequestRefused(failures.argumentInvalid, `${name} is given ${found.length} times`);
  return found[0]?.[1];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RequestRefused(failures.argumentInvalid, 'the query is not percent-encoded UTF-8');
  }
}

/** The parameters of the three order operations (docs/service.md 4.1 to 4.3) with defaults. */
export interface OrderQuery extends PageRequest {
  readonly marginMode: MarginMode;
  /** Index in the list of futures, or `undefined` for all. */
  readonly instrument: number | undefined;
}

export interface OrderQueryLookups {
  instrumentOf(symbol: string): number | undefined;
  sequenceOf(identifier: string): number | undefined;
}

/**
 * Reads and checks the parameters. An empty value is invalid. `from` may be an identifier of another symbol or margin
 * mode. Throws `pairUnknown` for an unknown symbol and `argumentInvalid` for everything else.
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

/**
 * Reads the parameter `symbol` as a comma-separated list. Returns `undefined` if it is missing. Throws `pairUnknown` if
 * a symbol is not listed.
 */
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
