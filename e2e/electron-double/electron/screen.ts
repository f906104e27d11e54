import type { Display, Screen } from 'electron';
import { Double, standIn } from '../not-modeled.ts';

class DisplayDouble extends Double implements Pick<Display, 'id' | 'bounds' | 'workArea' | 'scaleFactor'> {
  readonly id = 1;
  readonly bounds = { x: 0, y: 0, width: 1920, height: 1080 };
  /** A panel occupies the top of the display. */
  readonly workArea = { x: 0, y: 27, width: 1920, height: 1053 };
  readonly scaleFactor = 1;
}

/** The only display. */
export const display = new DisplayDouble();

export class ScreenDouble extends Double implements Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'> {
  getPrimaryDisplay(): Display {
    return standIn<Display>(display);
  }

  getAllDisplays(): Display[] {
    return [standIn<Display>(display)];
  }
}
