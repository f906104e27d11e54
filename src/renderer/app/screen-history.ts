import { createAtom } from '@tanstack/react-store';
import type { ListFilters } from '../../shared/contract/trades.ts';
import type { ArchiveList } from '../../shared/orders/trades.ts';
import { type Screen, screens } from '../../shared/settings/choices.ts';
import type { DrillDown } from '../platform/navigation/drill-down.ts';

/** A screen of an account, as the user saw it. */
export interface VisitedScreen {
  account: string;
  screen: Screen;
  /** The list whose filter the screen uses; `null`, as its filter, for a screen without one. */
  list: ArchiveList | null;
  filter: ListFilters[ArchiveList] | null;
  /** What narrows the screen beside that filter; `null` if nothing does. */
  drillDown: DrillDown | null;
  /** See `visit`. */
  visit: number;
}

/** The part of the DOM's History. */
export interface BrowserHistory {
  readonly state: unknown;
  pushState(state: unknown, unused: string, address?: string): void;
  replaceState(state: unknown, unused: string, address?: string): void;
  go(delta: number): void;
}

export interface ScreenHistoryOptions {
  browser: BrowserHistory;
  /** Shows a screen again. */
  restore: (screen: VisitedScreen) => void;
}

/** Steps that are available. */
export interface Steps {
  back: boolean;
  forward: boolean;
}

/** Maximum number of screens. Chromium keeps 50 entries. */
const maxScreens = 50;

/**
 * The screens that the user has visited, as entries of the page's own history, so that the browser's buttons work as well. Entry 0 has no
 * screen: it lies below the first one, and stepping on it leads forward again, so that Back never leaves the program. Screens live until the
 * page is reloaded. Entries from before a reload have no screen, and stepping on them leads back. The address of an entry names its screen.
 */
export class ScreenHistory {
  readonly steps = createAtom<Steps>({ back: false, forward: false });
  readonly #options: ScreenHistoryOptions;
  readonly #screens = new Map<number, VisitedScreen>();
  #index: number;

  constructor(options: ScreenHistoryOptions) {
    this.#options = options;
    const { browser } = options;
    this.#index = indexOf(browser.state) ?? 0;
    browser.replaceState(stateOf(this.#index), '');
  }

  /** Adds the entry above entry 0. Must run after a user's action: browsers skip entries that a page adds without one. */
  protect(): void {
    if (this.#index > 0) return;
    const screen = this.#screens.get(0);
    this.#screens.delete(0);
    if (screen !== undefined) this.#push(screen);
  }

  /** Records what the page shows. Another screen, account or visit is a new entry; another filter changes the current one. */
  visit(screen: VisitedScreen): void {
    const current = this.#screens.get(this.#index);
    if (current !== undefined && this.#index > 0 && !isSame(current, screen)) this.#push(screen);
    else {
      this.#screens.set(this.#index, screen);
      this.#options.browser.replaceState(stateOf(this.#index), '', addressOf(screen.screen));
    }
  }

  /** True if the browser has added the current entry itself, because the user has typed an address. */
  isTyped(): boolean {
    return indexOf(this.#options.browser.state) === null;
  }

  back(): void {
    if (this.steps.get().back) this.#options.browser.go(-1);
  }

  forward(): void {
    if (this.steps.get().forward) this.#options.browser.go(1);
  }

  /** Handles a step that the user made in the browser's history. Returns true if it led to another screen. */
  stepped(state: unknown): boolean {
    const index = indexOf(state);
    if (index === null || index === this.#index) return false;
    const screen = index === 0 ? undefined : this.#screens.get(index);
    if (screen === undefined) {
      this.#options.browser.go(this.#index - index);
      return false;
    }
    this.#index = index;
    this.#updateSteps();
    this.#options.restore(screen);
    return true;
  }

  #push(screen: VisitedScreen): void {
    this.#index++;
    for (const index of this.#screens.keys()) {
      if (index >= this.#index || index <= this.#index - maxScreens) this.#screens.delete(index);
    }
    this.#screens.set(this.#index, screen);
    const { browser } = this.#options;
    const [state, address] = [stateOf(this.#index), addressOf(screen.screen)];
    if (this.isTyped()) browser.replaceState(state, '', address);
    else browser.pushState(state, '', address);
    this.#updateSteps();
  }

  #updateSteps(): void {
    const has = (index: number): boolean => index > 0 && this.#screens.has(index);
    this.steps.set({ back: has(this.#index - 1), forward: has(this.#index + 1) });
  }
}

function isSame(a: VisitedScreen, b: VisitedScreen): boolean {
  return a.screen === b.screen && a.account === b.account && a.visit === b.visit;
}

function addressOf(screen: Screen): string {
  return `#${screen}`;
}

/** Returns the screen that an address names by its fragment, such as "#order-history"; `null` for another fragment. */
export function screenOfAddress(hash: string): Screen | null {
  return screens.find((screen) => addressOf(screen) === hash) ?? null;
}

function stateOf(entry: number): { entry: number } {
  return { entry };
}

function indexOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('entry' in state)) return null;
  return typeof state.entry === 'number' ? state.entry : null;
}
