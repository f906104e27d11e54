/**
 * Lets this process end with 1. `process.exitCode` alone is not enough: electron-builder's clean-up of temporary files (async-exit-hook)
 * ends the process with 0.
 */
export function failAtExit(): void {
  process.once('exit', () => {
    process.exitCode = 1;
  });
}
