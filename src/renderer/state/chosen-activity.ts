import { Store } from './store.ts';

/** What somebody clicked on outside of the page, until the page has shown it. */
export const chosenActivity = new Store<string | null>(null);
