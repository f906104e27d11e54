import { beforeEach, expect, test } from 'vitest';
import { ScreenHistory, screenOfAddress, type VisitedScreen } from './screen-history.ts';

/** The history of a browser tab. `go` notifies at once. */
class Tab {
  entries: unknown[] = ['elsewhere', null];
  addresses: (string | undefined)[] = [];
  at = 1;
  listener: (state: unknown) => void = () => {};

  get state(): unknown {
    return this.entries[this.at];
  }

  get address(): string | undefined {
    return this.addresses[this.at];
  }

  pushState(state: unknown, _unused = '', address = this.address): void {
    this.entries = [...this.entries.slice(0, ++this.at), state];
    this.addresses[this.at] = address;
  }

  replaceState(state: unknown, _unused = '', address = this.address): void {
    this.entries[this.at] = state;
    this.addresses[this.at] = address;
  }

  go(delta: number): void {
    const next = this.at + delta;
    if (next < 0 || next >= this.entries.length) return;
    this.at = next;
    if (this.state === 'elsewhere') throw new Error('The program was left.');
    this.listener(this.state);
  }
}

const screen = (
  screen: VisitedScreen['screen'],
  filter: VisitedScreen['filter'] = null,
  more: Partial<VisitedScreen> = {},
): VisitedScreen => ({
  account: 'demo',
  screen,
  list: null,
  drillDown: null,
  filter,
  visit: 0,
  ...more,
});

let tab: Tab;
let restored: VisitedScreen[];
let visited: ScreenHistory;

function load(): void {
  visited = new ScreenHistory({
    browser: tab,
    restore: (to) => {
      restored.push(to);
      // The page then shows the screen.
      visited.visit(to);
    },
  });
  tab.listener = (state) => visited.stepped(state);
}

beforeEach(() => {
  tab = new Tab();
  restored = [];
  load();
  visited.visit(screen('open-plans'));
  visited.protect();
});

test('back returns to the earlier screen with the filter that it had when it was left', () => {
  visited.visit(screen('results', {}));
  visited.visit(screen('results', { symbols: ['BTC-USDT'] }));
  visited.visit(screen('order-history', { symbols: ['BTC-USDT'], hours: [9] }));
  visited.back();
  expect(restored).toEqual([screen('results', { symbols: ['BTC-USDT'] })]);
  visited.back();
  expect(restored.at(-1)).toEqual(screen('open-plans'));
  visited.forward();
  visited.forward();
  expect(restored.at(-1)).toEqual(screen('order-history', { symbols: ['BTC-USDT'], hours: [9] }));
});

test('the steps are available only where there are visited', () => {
  expect(visited.steps.get()).toEqual({ back: false, forward: false });
  visited.visit(screen('results', {}));
  expect(visited.steps.get()).toEqual({ back: true, forward: false });
  visited.back();
  expect(visited.steps.get()).toEqual({ back: false, forward: true });
  visited.visit(screen('spot-tickers'));
  expect(visited.steps.get()).toEqual({ back: true, forward: false });
  visited.forward();
  expect(restored).toEqual([screen('open-plans')]);
});

test('another account is another screen', () => {
  visited.visit(screen('open-plans', null, { account: 'main' }));
  visited.back();
  expect(restored).toEqual([screen('open-plans')]);
});

test('another visit of the same screen is another screen', () => {
  visited.visit(screen('plan-history', { sides: ['buy'] }, { visit: 1 }));
  visited.visit(screen('plan-history', { text: '7' }, { visit: 2 }));
  visited.back();
  expect(restored).toEqual([screen('plan-history', { sides: ['buy'] }, { visit: 1 })]);
});

test('the browser’s Back never leaves the program', () => {
  tab.go(-1);
  expect(restored).toEqual([]);
  expect(tab.at).toBe(2);
  visited.visit(screen('results', {}));
  tab.go(-2);
  expect(restored).toEqual([]);
  expect(tab.at).toBe(3);
  visited.back();
  expect(restored).toEqual([screen('open-plans')]);
});

test('after a reload the earlier entries lead back to the current one', () => {
  visited.visit(screen('results', {}));
  load();
  visited.visit(screen('results', {}));
  visited.protect();
  tab.go(-1);
  expect(restored).toEqual([]);
  expect(tab.at).toBe(3);
  visited.visit(screen('spot-tickers'));
  visited.back();
  expect(restored).toEqual([screen('results', {})]);
});

test('entries of other origin are ignored', () => {
  expect(visited.stepped(null)).toBe(false);
  expect(visited.stepped({ screen: 'x' })).toBe(false);
  expect(restored).toEqual([]);
});

test('at most 50 visited are kept', () => {
  for (let count = 0; count < 60; count++) visited.visit(screen(count % 2 === 0 ? 'results' : 'spot-tickers'));
  for (let count = 0; count < 60; count++) visited.back();
  expect(restored).toHaveLength(49);
});

test('each entry has the address of its screen', () => {
  expect(tab.address).toBe('#open-plans');
  visited.visit(screen('results', {}));
  expect(tab.address).toBe('#results');
  visited.back();
  expect(tab.address).toBe('#open-plans');
  expect(screenOfAddress('#results')).toBe('results');
  expect(screenOfAddress('#watch')).toBeNull();
  expect(screenOfAddress('')).toBeNull();
});

test('a typed address is the entry of its screen, so that one step back leads to the screen before it', () => {
  tab.pushState(null, '', '#trades');
  expect(visited.stepped(null)).toBe(false);
  expect(visited.isTyped()).toBe(true);
  visited.visit(screen('trades', {}));
  expect(visited.isTyped()).toBe(false);
  expect(tab.at).toBe(3);
  visited.back();
  expect(restored).toEqual([screen('open-plans')]);
});
