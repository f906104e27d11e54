import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import { maxPlanLives } from '../../shared/orders/history.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import type { FetchedPage } from '../rows.ts';
import type { PlanLifeEvent } from './plan-life-table.ts';
import { firstTime, orderPage, planEntry } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();

function plan(id: string, fields: Partial<SeenPlan> = {}): SeenPlan {
  const { raw: _, ...row } = blankRow('open-plans');
  return { ...row, key: `isolated:${id}`, id, symbol: 'BTC-USDT', ...fields };
}

function seen(id: string, at: number, fields: Partial<SeenPlan> = {}): PlanLifeEvent {
  return { kind: 'seen', at, after: null, plan: plan(id, fields), nearest: null };
}

const left = (id: string, lastSeenAt: number): PlanLifeEvent => ({
  kind: 'left',
  key: `isolated:${id}`,
  lastSeenAt,
  missedAt: lastSeenAt + 1,
});

test('a life has the outcome that the plan history has', () => {
  const { store } = folder.open();
  store.savePlanLives({ events: [seen('7', 1), left('7', 2)], watch: null });
  expect(store.planLife('isolated:7')).toMatchObject({ end: { lastSeenAt: 2, missedAt: 3 }, outcome: null });
  const page: FetchedPage<'plan-history'> = {
    ...orderPage(null, []),
    list: 'plan-history',
    entries: [planEntry('7', firstTime, 'failed')],
  };
  store.savePage(page);
  expect(folder.reopen().planLife('isolated:7')?.outcome).toMatchObject({ status: 'failed' });
  expect(folder.reopen().planLife('isolated:8')).toBeNull();
});

test('a life with many changes keeps the first state and the latest ones, and counts the others', () => {
  const { store } = folder.open();
  const events = Array.from({ length: 250 }, (_, number) => seen('1', 1 + number, { quantity: String(number) }));
  store.savePlanLives({ events, watch: null });
  const life = store.planLife('isolated:1');
  expect(life?.states.map(({ plan: { quantity } }) => quantity)).toEqual([
    '0',
    ...Array.from({ length: 199 }, (_, number) => String(number + 51)),
  ]);
  expect(life?.droppedStates).toBe(50);
});

test('states stay in the order in which they were seen if the clock is set back', () => {
  const { store } = folder.open();
  store.savePlanLives({ events: [seen('1', 100, { quantity: '1' }), seen('1', 50, { quantity: '2' })], watch: null });
  expect(store.read(({ lives }) => lives.open()).lives).toMatchObject([{ plan: { quantity: '2' } }]);
});

test('the oldest lives go beyond the limit, those that have ended and are not looked up first', () => {
  const { store } = folder.open();
  const events = Array.from({ length: maxPlanLives }, (_, number) => seen(String(number), number + 1));
  store.savePlanLives({ events: [...events, left('3', 500), left('4', 400)], watch: null });
  store.savePlanLookups('isolated', new Map([['3', null]]));
  store.savePlanLives({ events: [seen('a', 40_000)], watch: null });
  expect(['3', '4'].map((id) => store.planLife(`isolated:${id}`) !== null)).toEqual([false, true]);
  store.savePlanLives({ events: [seen('b', 40_001), seen('c', 40_002)], watch: null });
  expect(['3', '4', '0', '1', 'c'].map((id) => store.planLife(`isolated:${id}`) !== null)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test.each([`{"symbol":7}`, '{'])(
  'a stored state that is no plan order, %s, is left out, and the life goes on',
  (damaged) => {
    const { store } = folder.open();
    store.savePlanLives({ events: [seen('1', 1), seen('2', 1), seen('2', 2)], watch: null });
    store.close();
    const database = new DatabaseSync(folder.place.path);
    database.prepare('UPDATE plan_states SET plan = ? WHERE life = 1 OR at = 1').run(damaged);
    database.close();
    const again = folder.open().store;
    expect(again.read(({ lives }) => lives.open()).lives.map(({ plan: { id } }) => id)).toEqual(['2']);
    expect(again.planLife('isolated:1')).toBeNull();
    expect(again.planLife('isolated:2')?.states).toMatchObject([{ at: 2 }]);
    again.savePlanLives({ events: [seen('1', 3)], watch: null });
    expect(again.planLife('isolated:1')?.states).toMatchObject([{ at: 3 }]);
  },
);
