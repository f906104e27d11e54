import { Store } from './store.ts';

const prefix = '#activity=';

/** What somebody clicked on outside of the page, until the page has shown it. */
export const chosenActivity = new Store<string | null>(takeFromAddress());

/** Of a page that shows an activity when it is opened; of `null`, or one that it does not know, the list. */
export function addressOfActivity(id: string | null): string {
  return `/${prefix}${encodeURIComponent(id ?? '')}`;
}

function takeFromAddress(): string | null {
  const { hash } = window.location;
  if (!hash.startsWith(prefix)) return null;
  // Read anew, the page does not show it once more.
  window.history.replaceState(null, '', '/');
  return decodeURIComponent(hash.slice(prefix.length));
}
