import { useEffect, useState } from 'react';

/** True until the first frame with rows has been drawn. */
export function useFirstFrame(hasRows: boolean): boolean {
  const [isFirst, setIsFirst] = useState(true);
  useEffect(() => {
    if (!hasRows) return;
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => setIsFirst(false));
    });
    return () => cancelAnimationFrame(request);
  }, [hasRows]);
  return isFirst;
}
