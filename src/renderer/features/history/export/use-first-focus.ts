import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus when it appears: what had it before is gone with the part of the dialog that this one follows. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
