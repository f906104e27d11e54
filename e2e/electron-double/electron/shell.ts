import type { Shell } from 'electron';
import { Double } from '../not-modeled.ts';

/** Does nothing. Tests replace these functions to record calls. */
export class ShellDouble extends Double implements Pick<Shell, 'openExternal'> {
  openExternal(_url: string): Promise<void> {
    return Promise.resolve();
  }
}
