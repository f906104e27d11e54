import type { ChildProcess } from 'node:child_process';
import type { Page } from '@playwright/test';

export interface HostOptions {
  dataDirectory: string;
  /** Base URL of a running demo exchange. Default: the program starts its own. */
  exchange?: string;
  /** Port of the browser host. Default: a free one. */
  port?: number;
  /** Environment of the program. Default: that of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Receives the program's stderr. Default: it is written to this process's stderr. */
  onStderr?: (written: Buffer) => void;
}

/** A running program and its page, on any host. */
export interface RunningHost {
  page: Page;
  close(): Promise<void>;
}

/** The program on Electron or its double, with access to its main process. */
export interface ElectronHost extends RunningHost {
  process: ChildProcess;
  /** Runs a self-contained function in the main process. */
  evaluate<Result>(
    look: (electron: typeof Electron.CrossProcessExports, argument: string) => Result | Promise<Result>,
    argument?: string,
  ): Promise<Result>;
  /** Starts a second program with the same options. */
  startAgain(): ChildProcess;
}

export function isElectron(program: RunningHost): program is ElectronHost {
  return 'evaluate' in program;
}

export type HostName = 'browser' | 'electron' | 'electron-double';
