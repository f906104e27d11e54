import { Addresses } from './addresses.ts';
import { Connection, TargetGone } from './chromium/connection.ts';

/** Exit code after a use of something the double does not model, or after a failure of the double. */
const exitCodeOfFault = 70;

/** The program's URLs and their Chromium URLs. */
export const addresses = new Addresses();

/** The browser context of this run. */
export const browserContextId = setting('ELECTRON_DOUBLE_BROWSER_CONTEXT');

let connection: Promise<Connection> | null = null;
let hasFault = false;

export function connect(): Promise<Connection> {
  // Without Chromium the program would never end.
  connection ??= Connection.open(setting('ELECTRON_DOUBLE_CHROMIUM'), () => endProcess(1));
  return connection;
}

/**
 * Reports a failure of the double. The program continues, as with Electron, but exits with `exitCodeOfFault`. A
 * response to a closed page is no failure.
 */
export function reportFault(error: unknown): void {
  if (error instanceof TargetGone) return;
  hasFault = true;
  process.stderr.write(`electron-double: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
}

export function endProcess(code: number): never {
  process.exit(hasFault ? exitCodeOfFault : code);
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The Electron double is started by a test, which sets ${name}.`);
  return value;
}
