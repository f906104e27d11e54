import { afterEach, expect, test } from 'vitest';
import { tellStory } from './account/story.ts';
import { type DemoExchange, demoOptions, startDemoExchange } from './index.ts';
import { resolveOptions } from './options.ts';
import { paths, TestClient } from './testing/test-client.ts';
import { World } from './world.ts';

type Row = Readonly<Record<string, string | number>>;

let exchange: DemoExchange | undefined;
afterEach(() => exchange?.close());

async function bothModes(client: TestClient, path: string): Promise<Row[]> {
  const parts = await Promise.all([1, 2].map((is_full) => client.rows<Row>(path, { limit: 100, is_full })));
  return parts.flat();
}

test('the story has five stops and two targets of positions, a stop that was canceled, and a plan order close to the price', async () => {
  exchange = await startDemoExchange({ orders: 3000, plans: 0, openPlans: 0, timeScale: 0, tellsStory: true });
  const client = new TestClient(exchange);
  const plans = await bothModes(client, paths.currentPlans);
  expect(plans).toHaveLength(8);
  const distances = plans.map(({ symbol, trigger_price, trigger_sign }) => {
    const last = Number(exchange?.priceOf(String(symbol)));
    const share = Number(trigger_price) / last - 1;
    expect(Math.sign(share), String(symbol)).toBe(trigger_sign === '1' ? 1 : -1);
    return Math.abs(share);
  });
  expect(distances.filter((share) => share < 0.001)).toHaveLength(1);
  // The closing side of a long position is a sale below the price as a stop, and above it as a target.
  const isStop = ({ type, trigger_sign }: Row) => (type === 'sell-market') === (trigger_sign === '2');
  expect(plans.filter(isStop)).toHaveLength(6);
  expect((await bothModes(client, paths.planHistory)).map(({ implement_status }) => implement_status)).toEqual([5]);
});

test('the demo account holds eight positions, of which the story covers five', () => {
  const world = new World(resolveOptions({ ...demoOptions, plans: 0, openPlans: 0 }));
  const held = world.orders.positionsAtStart().filter(({ until, size }) => until === null && size > 0);
  expect(held).toHaveLength(8);
  tellStory(world, Math.floor(Date.now() / 1000));
  const closing = new Set(
    [...world.plans.openPlans()].map(({ instrument, marginMode }) => `${instrument.position} ${marginMode}`),
  );
  expect(held.filter(({ instrument, marginMode }) => closing.has(`${instrument} ${marginMode}`))).toHaveLength(5);
});

test('without it, the account places only what is drawn', async () => {
  exchange = await startDemoExchange({ orders: 300, plans: 0, openPlans: 0, timeScale: 0 });
  expect(await bothModes(new TestClient(exchange), paths.currentPlans)).toEqual([]);
});
