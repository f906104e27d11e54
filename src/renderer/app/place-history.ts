import { createAtom } from '@tanstack/react-store';
import type { Screen } from '../../shared/choices.ts';
import type { ListFilters } from '../../shared/contract/trades.ts';
import type { ArchiveList } from '../../shared/trades.ts';
import type { DrillDown } from '../platform/navigation/drill-down.ts';

/** A screen of an account, as the user saw it. */
export interface Place {
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
  pushState(state: unknown, unused: string): void;
  replaceState(state: unknown, unused: string): void;
  go(delta: number): void;
}

export interface PlaceHistoryOptions {
  browser: BrowserHistory;
  /** Shows a place again. */
  restore: (place: Place) => void;
}

/** Steps that are available. */
export interface Steps {
  back: boolean;
  forward: boolean;
}

/** Maximum number of places. Chromium keeps 50 entries. */
const maxPlaces = 50;

/**
 * The places that the user has visited, as entries of the page's own history, so that the browser's buttons work as well. Entry 0 has no
 * place: it lies below the first one, and stepping on it leads forward again, so that Back never leaves the program. Places live until the
 * page is reloaded. Entries from before a reload have no place, and stepping on them leads back.
 */
export class PlaceHistory {
  readonly steps = createAtom<Steps>({ back: false, forward: false });
  readonly #options: PlaceHistoryOptions;
  readonly #places = new Map<number, Place>();
  #index: number;

  constructor(options: PlaceHistoryOptions) {
    this.#options = options;
    const { browser } = options;
    this.#index = indexOf(browser.state) ?? 0;
    browser.replaceState(stateOf(this.#index), '');
  }

  /** Adds the entry above entry 0. Must run after a user's action: browsers skip entries that a page adds without one. */
  protect(): void {
    if (this.#index > 0) return;
    const place = this.#places.get(0);
    this.#places.delete(0);
    if (place !== undefined) this.#push(place);
  }

  /** Records the place on the screen. Another screen, account or visit is a new entry; another filter changes the current one. */
  visit(place: Place): void {
    const current = this.#places.get(this.#index);
    if (current !== undefined && this.#index > 0 && !isSame(current, place)) this.#push(place);
    else this.#places.set(this.#index, place);
  }

  back(): void {
    if (this.steps.get().back) this.#options.browser.go(-1);
  }

  forward(): void {
    if (this.steps.get().forward) this.#options.browser.go(1);
  }

  /** Handles a step that the user made in the browser's history. Returns true if it led to another place. */
  stepped(state: unknown): boolean {
    const index = indexOf(state);
    if (index === null || index === this.#index) return false;
    const place = index === 0 ? undefined : this.#places.get(index);
    if (place === undefined) {
      this.#options.browser.go(this.#index - index);
      return false;
    }
    this.#index = index;
    this.#updateSteps();
    this.#options.restore(place);
    return true;
  }

  #push(place: Place): void {
    this.#index++;
    for (const index of this.#places.keys()) {
      if (index >= this.#index || index <= this.#index - maxPlaces) this.#places.delete(index);
    }
    this.#places.set(this.#index, place);
    this.#options.browser.pushState(stateOf(this.#index), '');
    this.#updateSteps();
  }

  #updateSteps(): void {
    const has = (index: number): boolean => index > 0 && this.#places.has(index);
    this.steps.set({ back: has(this.#index - 1), forward: has(this.#index + 1) });
  }
}

function isSame(a: Place, b: Place): boolean {
  return a.screen === b.screen && a.account === b.account && a.visit === b.visit;
}

function stateOf(place: number): { place: number } {
  return { place };
}

function indexOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('place' in state)) return null;
  return typeof state.place === 'number' ? state.place : null;
}
