import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Milliseconds without a movement after which the pointer rests. */
const restsAfterMs = 2000;

/**
 * Returns whether the user points at something in `area`, so that it must not move: the pointer is over it and does not rest. `area` is
 * shown as long as the caller.
 */
export function usePointerHold(area: RefObject<HTMLElement | null>): () => boolean {
  const usedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const recordUse = (): void => {
      usedAt.current = performance.now();
    };
    // A browser also sends movements when a part of the page moves under the pointer.
    const recordMove = ({ movementX, movementY }: PointerEvent): void => {
      if (movementX !== 0 || movementY !== 0) recordUse();
    };
    const { current } = area;
    current?.addEventListener('pointermove', recordMove);
    current?.addEventListener('pointerdown', recordUse);
    current?.addEventListener('wheel', recordUse, { passive: true });
    return () => {
      current?.removeEventListener('pointermove', recordMove);
      current?.removeEventListener('pointerdown', recordUse);
      current?.removeEventListener('wheel', recordUse);
    };
  }, [area]);
  return useCallback(
    () => performance.now() - usedAt.current < restsAfterMs && area.current?.matches(':hover') === true,
    [area],
  );
}
