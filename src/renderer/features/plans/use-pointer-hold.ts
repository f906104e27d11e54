import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Milliseconds without a use of the pointer after which it counts as resting. */
const restsAfterMs = 2000;

/**
 * Returns a function that tells if `area` must not move, because the user has moved or pressed the pointer, or scrolled, in it within the last
 * 2 s. The element of `area` must exist from the first to the last render of the caller.
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
