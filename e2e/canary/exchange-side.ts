import type { DemoExchange } from '../../src/demo-exchange/index.ts';
import { expect } from '../test.ts';
import { canaries, token } from './canaries.ts';
import { createSearch } from './search.ts';

const search = createSearch(canaries);
const signedPaths = ['/v1/futures/orders/history', '/v1/futures/plan/history', '/v1/futures/plan/current'];

/** Asserts that canaries arrived only as the token header of signed requests. Returns the number of signed requests. */
export function expectTokenInItsHeaderOnly({ traffic }: DemoExchange): number {
  const requests = traffic.recent();
  expect(requests.length, 'requests that are remembered').toBe(traffic.total);
  let signed = 0;
  for (const { path, query, headers } of requests) {
    const { token: sent, ...others } = headers;
    const isSigned = signedPaths.includes(path);
    if (isSigned) signed++;
    expect(sent, `token of ${path}`).toBe(isSigned ? token : undefined);
    expect(search(path, `${path}?${query}\n${JSON.stringify(others)}`)).toEqual([]);
  }
  return signed;
}

/** Asserts that no canary arrived at this exchange. */
export function expectNothingOfThem({ traffic }: DemoExchange): void {
  expect(traffic.total).toBeGreaterThan(0);
  expect(search('the other exchange', JSON.stringify(traffic.recent()))).toEqual([]);
}
