import type { ChildProcess } from 'node:child_process';
import type { Page } from '@playwright/test';

export interface HostOptions {
  dataDirectory: string;
  /** Base URL of a demo exchange that already runs; without it the program starts its own. */
  exchange?: string;
  /** On which the browser host listens; without it on a free one. */
  port?: number;
  /** Of the program's process; this process's own where it is missing. */
  environment?: NodeJS.ProcessEnv;
  /** Takes what the program's process writes to stderr; without it that goes to this process's own. */
  onStderr?: (written: Buffer) => void;
}

/** The program as a spec meets it: a page, on whichever host. */
export interface RunningHost {
  page: Page;
  close(): Promise<void>;
}

/** The program on Electron or its double, with its main process within reach. */
export interface ElectronHost extends RunningHost {
  process: ChildProcess;
  /** Runs a function, which stands for itself alone, in the main process. */
  evaluate<Result>(
    look: (electron: typeof Electron.CrossProcessExports, argument: string) => Result | Promise<Result>,
    argument?: string,
  ): Promise<Result>;
  /** Starts the program once more, with the same options. */
  startAgain(): ChildProcess;
}

export function isElectron(program: RunningHost): program is ElectronHost {
  return 'evaluate' in program;
}

export type HostName = 'browser' | 'electron' | 'electron-double';
