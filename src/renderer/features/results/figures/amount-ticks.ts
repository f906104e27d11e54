/** Returns at most about `max` of the ticks: zero and those at an equal number of steps from it. Ticks are equally spaced. */
export function ticksWithZero<Tick extends { value: number }>(ticks: readonly Tick[], max: number): Tick[] {
  const zero = Math.max(
    0,
    ticks.findIndex(({ value }) => value === 0),
  );
  const step = Math.max(1, Math.ceil(ticks.length / max));
  return ticks.filter((_, index) => (index - zero) % step === 0);
}
