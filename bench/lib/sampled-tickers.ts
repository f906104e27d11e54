import { startDemoExchange } from '../../src/demo-exchange/index.ts';

/** Generates successive responses of the futures tickers (docs/service.md 4.5) with rows like the demo exchange's. */
export interface SampledTickers {
  /** Returns the next response, in which this share of the symbols has a new price. */
  next(changed: number): Uint8Array<ArrayBuffer>;
}

const result = /"result":\[(.*)\]/s;
const lastDigit = /("close":"[^"]*?)\d(")/;

/** Samples `symbols` symbols: those of the demo exchange, repeated under other names. */
export async function sampleTickers(symbols: number): Promise<SampledTickers> {
  const exchange = await startDemoExchange();
  const answer = await (await fetch(`${exchange.baseUrl}/v1/futures/24kline_list`)).text();
  await exchange.close();
  const entries = (result.exec(answer)?.[1] ?? '').split(/,(?=\{"symbol")/);
  const rows = Array.from({ length: symbols }, (_, index) =>
    (entries[index % entries.length] ?? '').replace('"symbol":"', `"symbol":"${Math.floor(index / entries.length)}`),
  );
  const encoder = new TextEncoder();
  let turn = 0;
  return {
    next(changed) {
      turn++;
      const step = Math.round(1 / changed);
      // Changes the price, so that a row never repeats the last one.
      for (let index = turn % step; index < rows.length; index += step) {
        const digit = (turn + Math.floor(turn / 10)) % 10;
        rows[index] = (rows[index] ?? '').replace(lastDigit, `$1${digit}$2`);
      }
      return encoder.encode(`{"errno":0,"errmsg":"success","result":[${rows.join(',')}]}`);
    },
  };
}
