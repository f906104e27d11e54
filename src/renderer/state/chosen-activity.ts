import { Store } from './store.ts';

const parameter = 'activity';

/** What somebody clicked on outside of the page, until the page has shown it. */
export const chosenActivity = new Store<string | null>(takeFromAddress());

/** Of a page that shows an activity when it is opened; of `null`, or one that it does not know, the list. */
export function addressOfActivity(id: string | null): string {
  return `/#${new URLSearchParams({ [parameter]: id ?? '' })}`;
}

function takeFromAddress(): string | null {
  const wanted = new URLSearchParams(window.location.hash.slice(1)).get(parameter);
  // Read anew, the page does not show it once more.
  if (wanted !== null) window.history.replaceState(null, '', '/');
  return wanted;
}
