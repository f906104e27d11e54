import { readFileSync, writeFileSync } from 'node:fs';
import { type WindowBounds, windowPlaceSchema } from './window-bounds.ts';

/** `null` where nothing was remembered, or nothing that can be read. */
export function loadWindowBounds(file: string): WindowBounds | null {
  try {
    return windowPlaceSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** At once, because a window that closes does not wait. A place that cannot be written is not worth a message. */
export function saveWindowBounds(file: string, place: WindowBounds): void {
  try {
    writeFileSync(file, `${JSON.stringify(place)}\n`);
  } catch {
    return;
  }
}
