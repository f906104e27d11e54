import { Store } from './store.ts';

/** The symbol that somebody wants to see, from anywhere; the screen that shows it takes it from here. */
export const focusSymbol = new Store<string | null>(null);
