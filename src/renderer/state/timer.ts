/** Runs a function once after a time (ms). Returns the function that stops the timer. */
export type StartTimer = (run: () => void, milliseconds: number) => () => void;

export const startTimer: StartTimer = (run, milliseconds) => {
  const timer = window.setTimeout(run, milliseconds);
  return () => window.clearTimeout(timer);
};
