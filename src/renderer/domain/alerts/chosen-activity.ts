import { createAtom } from '@tanstack/react-store';

/** IDs of the activities that the list shows; `null` for all. */
export const shownActivities = createAtom<readonly string[] | null>(null);

const parameter = 'activity';

/** ID of the activity that the user clicked outside the page, until the page has shown it. '' stands for the list. */
export const chosenActivity = createAtom<string | null>(takeFromAddress());

/** Returns the address of a page that shows an activity; for `null` or an unknown ID the list of activities. */
export function addressOfActivity(id: string | null): string {
  return `/#${new URLSearchParams({ [parameter]: id ?? '' })}`;
}

function takeFromAddress(): string | null {
  const id = new URLSearchParams(window.location.hash.slice(1)).get(parameter);
  // Without the parameter a reload of the page does not show the activity again.
  if (id !== null) window.history.replaceState(null, '', '/');
  return id;
}
