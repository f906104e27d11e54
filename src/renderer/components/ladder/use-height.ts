import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The height (CSS pixels) of an element, also after it has changed. */
export function useHeight(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const { current } = element;
    setHeight(current.clientHeight);
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, height];
}
