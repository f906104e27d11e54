/** Rows per step of a background task. A step takes at most about 20 ms, so that the worker can handle calls between two steps. */
export const rowsPerStep = 2 ** 17;

/** Runs a background task to its end. */
export function finish(steps: Iterable<void>): void {
  for (const _ of steps);
}
