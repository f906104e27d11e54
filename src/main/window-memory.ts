import { readFileSync, writeFileSync } from 'node:fs';
import { type WindowPlace, windowPlaceSchema } from './window-place.ts';

/** `null` where nothing was remembered, or nothing that can be read. */
export function recallPlace(file: string): WindowPlace | null {
  try {
    return windowPlaceSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** At once, because a window that closes does not wait. A place that cannot be written is not worth a message. */
export function rememberPlace(file: string, place: WindowPlace): void {
  try {
    writeFileSync(file, `${JSON.stringify(place)}\n`);
  } catch {
    return;
  }
}
