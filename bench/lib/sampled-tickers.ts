import { startDemoExchange } from '../../src/demo-exchange/index.ts';

/** Answers of the futures ticker operation (service-api.md 4.5) that follow each other, with rows like the demo exchange's. */
export interface SampledTickers {
  /** The next answer: this share of the symbols has another price than in the last one. */
  next(changed: number): Uint8Array<ArrayBuffer>;
}

const result = /"result":\[(.*)\]/s;
const lastDigit = /("close":"[^"]*?)\d(")/;

/** So many symbols: those of the demo exchange, again and again under other names. */
export async function sampleTickers(symbols: number): Promise<SampledTickers> {
  const exchange = await startDemoExchange();
  const answer = await (await fetch(`${exchange.baseUrl}/v1/futures/24kline_list`)).text();
  await exchange.close();
  const entries = (result.exec(answer)?.[1] ?? '').split(/,(?=\{"symbol")/);
  const rows = Array.from({ length: symbols }, (_, place) =>
    (entries[place % entries.length] ?? '').replace('"symbol":"', `"symbol":"${Math.floor(place / entries.length)}`),
  );
  const encoder = new TextEncoder();
  let turn = 0;
  return {
    next(changed) {
      turn++;
      const step = Math.round(1 / changed);
      // Another price than the last time, and never the same rows twice in a row.
      for (let place = turn % step; place < rows.length; place += step) {
        const digit = (turn + Math.floor(turn / 10)) % 10;
        rows[place] = (rows[place] ?? '').replace(lastDigit, `$1${digit}$2`);
      }
      return encoder.encode(`{"errno":0,"errmsg":"success","result":[${rows.join(',')}]}`);
    },
  };
}
