import { Addresses } from './addresses.ts';
import { Connection, TargetGone } from './chromium/connection.ts';

/** Exit code of a program that did what the double does not model, or in which the double itself failed. */
const exitCodeOfFault = 70;

/** The program's own addresses, and how Chromium sees them. */
export const addresses = new Addresses();

/** The part of Chromium that this run has to itself. */
export const browserContextId = setting('ELECTRON_DOUBLE_BROWSER_CONTEXT');

let connection: Promise<Connection> | null = null;
let hasFault = false;

export function connect(): Promise<Connection> {
  // A program without windows that nobody sees any more would stay for ever.
  connection ??= Connection.open(setting('ELECTRON_DOUBLE_CHROMIUM'), () => endProcess(1));
  return connection;
}

/**
 * Keeps the program running, as Electron would have, but not unnoticed: it ends with a code of its own. That a page is
 * gone before it got its answer is no fault.
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
