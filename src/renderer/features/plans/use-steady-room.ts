import { useLayoutEffect, useState } from 'react';

/** Milliseconds between two checks of a hold. */
const checkIntervalMs = 500;

/** The rooms of this run of the page, by name. A part that is shown again has its room before its contents are read. */
const rooms = new Map<string, number>();

/**
 * Returns the number of lines that a part of the screen has room for. It follows `wanted`, but not while `isHeld`: the parts below
 * must not move then. `wanted`: `null` until it is known. `name`: constant; the room lasts under this name.
 */
export function useSteadyRoom(name: string, wanted: number | null, isHeld: () => boolean): number {
  const [room, setRoom] = useState(() => rooms.get(name) ?? 0);
  useLayoutEffect(() => {
    if (wanted === null || wanted === room) return;
    const follow = (): void => {
      if (isHeld()) return;
      rooms.set(name, wanted);
      setRoom(wanted);
    };
    follow();
    const timer = window.setInterval(follow, checkIntervalMs);
    return () => window.clearInterval(timer);
  }, [name, wanted, room, isHeld]);
  return room;
}
