import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailureNotice } from '../domain/accounts/FailureNotice.tsx';
import { expectPart } from '../platform/commands.ts';

/** A component whose code is loaded when it is needed. It renders nothing until then. */
export type PartOnDemand<Props> = ComponentType<Props> & {
  /** Loads the code in advance. Rejects if the host is gone. */
  load(): Promise<void>;
};

export function onDemand<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  Failed: () => ReactNode = NotLoaded,
): PartOnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const load = (): Promise<void> => {
    loading ??= importPart().then(
      (part) => {
        loaded = part;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      if (Part !== null) return;
      const endPart = expectPart();
      let isUnmounted = false;
      const show = (part: ComponentType<Props> | null): void => {
        if (!isUnmounted) setPart(() => part);
      };
      load().then(
        () => show(loaded),
        () => show(Failed),
      );
      return () => {
        isUnmounted = true;
        endPart();
      };
    }, [Part]);
    return Part && <Part {...props} />;
  }
  return Object.assign(OnDemand, { load });
}

/** Shown if the code could not be loaded, because the host is gone. */
export function NotLoaded() {
  return (
    <FailureNotice
      failure={{ code: 'host-gone', message: 'The screen could not be loaded.' }}
      form="panel"
      onRetry={() => window.location.reload()}
    />
  );
}
