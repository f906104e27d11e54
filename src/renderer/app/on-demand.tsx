import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailureNotice } from '../components/screen/Notices.tsx';
import { expectPart } from '../state/commands.ts';

/** A part of the page whose code is no part of the start's. Nothing is drawn until it is there. */
export type PartOnDemand<Props> = ComponentType<Props> & {
  /** Fetches it ahead of its time: it is then drawn at once. Rejects where the program is gone. */
  fetch(): Promise<void>;
};

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: () => ReactNode = NotFetched,
): PartOnDemand<Props> {
  let fetched: ComponentType<Props> | null = null;
  let fetching: Promise<void> | null = null;
  const fetch = (): Promise<void> => {
    fetching ??= load().then(
      (part) => {
        fetched = part;
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  };

  function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => fetched);
    useEffect(() => {
      if (Part !== null) return;
      const arrived = expectPart();
      let isGone = false;
      const show = (part: ComponentType<Props> | null): void => {
        if (!isGone) setPart(() => part);
      };
      fetch().then(
        () => show(fetched),
        () => show(Failed),
      );
      return () => {
        isGone = true;
        arrived();
      };
    }, [Part]);
    return Part && <Part {...props} />;
  }
  return Object.assign(OnDemand, { fetch });
}

/** The files come from the program itself: without it there is nothing to draw, and a page that is loaded anew says so. */
export function NotFetched() {
  return (
    <FailureNotice
      failure={{ code: 'host-gone', message: 'The screen could not be fetched.' }}
      form="panel"
      onRetry={() => window.location.reload()}
    />
  );
}
