import type { Page } from '@playwright/test';

export interface HostOptions {
  dataDirectory: string;
  /** Base URL of a demo exchange that already runs; without it the program starts its own. */
  exchange?: string;
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

export type HostName = 'browser' | 'electron';
