import { beforeEach, expect, test } from 'vitest';
import { type Place, PlaceHistory } from './place-history.ts';

/** The history of a browser tab. `go` notifies at once. */
class Tab {
  entries: unknown[] = ['elsewhere', null];
  at = 1;
  listener: (state: unknown) => void = () => {};

  get state(): unknown {
    return this.entries[this.at];
  }

  pushState(state: unknown): void {
    this.entries = [...this.entries.slice(0, ++this.at), state];
  }

  replaceState(state: unknown): void {
    this.entries[this.at] = state;
  }

  go(delta: number): void {
    const next = this.at + delta;
    if (next < 0 || next >= this.entries.length) return;
    this.at = next;
    if (this.state === 'elsewhere') throw new Error('The program was left.');
    this.listener(this.state);
  }
}

const place = (screen: Place['screen'], filter: Place['filter'] = null, more: Partial<Place> = {}): Place => ({
  account: 'demo',
  screen,
  list: null,
  drillDown: null,
  filter,
  visit: 0,
  ...more,
});

let tab: Tab;
let restored: Place[];
let places: PlaceHistory;

function load(): void {
  places = new PlaceHistory({
    browser: tab,
    restore: (to) => {
      restored.push(to);
      // The page then shows the place.
      places.visit(to);
    },
  });
  tab.listener = (state) => places.stepped(state);
}

beforeEach(() => {
  tab = new Tab();
  restored = [];
  load();
  places.visit(place('open-plans'));
  places.protect();
});

test('back returns to the earlier screen with the filter that it had when it was left', () => {
  places.visit(place('results', {}));
  places.visit(place('results', { symbols: ['BTC-USDT'] }));
  places.visit(place('order-history', { symbols: ['BTC-USDT'], hours: [9] }));
  places.back();
  expect(restored).toEqual([place('results', { symbols: ['BTC-USDT'] })]);
  places.back();
  expect(restored.at(-1)).toEqual(place('open-plans'));
  places.forward();
  places.forward();
  expect(restored.at(-1)).toEqual(place('order-history', { symbols: ['BTC-USDT'], hours: [9] }));
});

test('the steps are available only where there are places', () => {
  expect(places.steps.get()).toEqual({ back: false, forward: false });
  places.visit(place('results', {}));
  expect(places.steps.get()).toEqual({ back: true, forward: false });
  places.back();
  expect(places.steps.get()).toEqual({ back: false, forward: true });
  places.visit(place('spot-tickers'));
  expect(places.steps.get()).toEqual({ back: true, forward: false });
  places.forward();
  expect(restored).toEqual([place('open-plans')]);
});

test('another account is another place', () => {
  places.visit(place('open-plans', null, { account: 'main' }));
  places.back();
  expect(restored).toEqual([place('open-plans')]);
});

test('another visit of the same screen is another place', () => {
  places.visit(place('plan-history', { sides: ['buy'] }, { visit: 1 }));
  places.visit(place('plan-history', { text: '7' }, { visit: 2 }));
  places.back();
  expect(restored).toEqual([place('plan-history', { sides: ['buy'] }, { visit: 1 })]);
});

test('the browser’s Back never leaves the program', () => {
  tab.go(-1);
  expect(restored).toEqual([]);
  expect(tab.at).toBe(2);
  places.visit(place('results', {}));
  tab.go(-2);
  expect(restored).toEqual([]);
  expect(tab.at).toBe(3);
  places.back();
  expect(restored).toEqual([place('open-plans')]);
});

test('after a reload the earlier entries lead back to the current one', () => {
  places.visit(place('results', {}));
  load();
  places.visit(place('results', {}));
  places.protect();
  tab.go(-1);
  expect(restored).toEqual([]);
  expect(tab.at).toBe(3);
  places.visit(place('spot-tickers'));
  places.back();
  expect(restored).toEqual([place('results', {})]);
});

test('entries of other origin are ignored', () => {
  expect(places.stepped(null)).toBe(false);
  expect(places.stepped({ place: 'x' })).toBe(false);
  expect(restored).toEqual([]);
});

test('at most 50 places are kept', () => {
  for (let count = 0; count < 60; count++) places.visit(place(count % 2 === 0 ? 'results' : 'spot-tickers'));
  for (let count = 0; count < 60; count++) places.back();
  expect(restored).toHaveLength(49);
});
