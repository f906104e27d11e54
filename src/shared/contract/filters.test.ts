import { expect, test } from 'vitest';
import { historyFilterSchema } from './history.ts';
import { settingsChangeSchema } from './settings.ts';
import { tradeFilterSchema } from './trades.ts';

/** Views as settings and links of commit 416aa98d have them, with every part of a filter. */
const views = [
  '{"list":"order-history","name":"Orders","filter":{"text":" abc ","ids":["7"],"accounts":["a","b"],"created":{"preset":"last-7-days"},"symbols":["BTC-USDT"],"withoutSymbols":["币安人生-USDT"],"sides":["buy","sell","other"],"kinds":["limit"],"withoutKinds":["market"],"actions":["open","close","other"],"statuses":["filled","unknown:7"],"withoutStatuses":["canceled"],"marginModes":["isolated","cross"],"leverage":{"from":"5","to":"20"},"pnlSigns":["profit","loss","zero","none"],"pnl":{"from":"-1234.5"},"tags":["fomo"],"withoutTags":["late"],"noted":"only","weekdays":[1,7],"hours":[0,23]},"sort":[{"id":"pnl","desc":true}]}',
  '{"list":"plan-history","name":"Plans","filter":{"created":{"from":"2025-03-02"},"statuses":["failed"],"noted":"none"},"sort":[]}',
  '{"list":"trades","name":"Trades","filter":{"text":"btc","accounts":["a"],"opened":{"since":1,"before":2},"closed":{"to":"2025-03-02"},"symbols":["A"],"withoutSymbols":["B"],"quotes":["USDT",""],"sides":["long","short"],"states":["open","closed"],"marginModes":["cross"],"incomplete":"only","executions":["certain","uncertain"],"pnlSigns":["profit","loss","zero"],"pnl":{"to":"10"},"largestSize":{"from":"1"},"duration":{"from":90000,"to":86400000},"leverage":{},"tags":["fomo"],"withoutTags":["late"],"noted":"none","weekdays":[1],"hours":[9]},"sort":[]}',
];

test.each(views)('a saved view opens as it was saved: %s', (saved) => {
  const change = { views: [JSON.parse(saved)] };
  expect(settingsChangeSchema.parse(change)).toEqual(change);
});

test.each([
  { sides: ['long'] },
  { pnlSigns: ['none', 'none', 'none', 'none', 'none'] },
  { weekdays: [0] },
  { hours: [24] },
  { duration: { from: 1 } },
  { noted: 'all' },
  { created: { preset: 'someday' } },
  { symbols: 'BTC-USDT' },
])('a filter of orders is no %j', (filter) => {
  expect(historyFilterSchema.safeParse(filter).success).toBe(false);
});

test.each([
  { sides: ['buy'] },
  { ids: ['7'] },
  { pnlSigns: ['none'] },
  { incomplete: true },
  { duration: { from: -1 } },
])('a filter of trades is no %j', (filter) => {
  expect(tradeFilterSchema.safeParse(filter).success).toBe(false);
});
