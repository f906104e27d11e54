/** Maximum number of problems that are printed for one check. */
const maxShown = 40;

/** Runs checks and prints a line for each, with the problems of those that fail. */
export class Checks {
  #hasFailed = false;

  get haveFailed(): boolean {
    return this.#hasFailed;
  }

  /** `run` resolves with the problems. A rejection is a problem. */
  async check(name: string, run: () => Promise<readonly string[]>): Promise<void> {
    const start = performance.now();
    const problems = await run().catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    for (const problem of problems.slice(0, maxShown)) console.log(`  ${problem}`);
    if (problems.length > maxShown) console.log(`  and ${problems.length - maxShown} more`);
    this.#hasFailed ||= problems.length > 0;
  }
}

/** Discards what electron-builder writes to the terminal. Its failures are thrown. */
export async function silently<Result>(run: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await run();
  } finally {
    process.stdout.write = write;
  }
}
