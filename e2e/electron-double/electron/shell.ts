import type { Shell } from 'electron';
import { Double } from '../not-modelled.ts';

/** Opens nothing: a test that wants to know what would be opened puts its own function in the place. */
export class ShellDouble extends Double implements Pick<Shell, 'openExternal'> {
  openExternal(_url: string): Promise<void> {
    return Promise.resolve();
  }
}
