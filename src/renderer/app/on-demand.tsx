import { TriangleAlert } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { client } from '../platform/client.ts';
import { expectPart } from '../platform/commands.ts';
import { useText } from '../text/use-text.ts';

/** A component whose code is loaded when it is needed. It renders nothing until then. */
export type PartOnDemand<Props> = ComponentType<Props> & {
  /** Loads the code in advance. Rejects if the host is gone. */
  load(): Promise<void>;
};

export function onDemand<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  Failed: () => ReactNode = () => <NotLoaded />,
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

/** Shown in place of a part whose code could not be loaded, because the host is gone or the browser cannot run it. */
export function NotLoaded({ form = 'failure failure-panel' }: { form?: string }) {
  const text = useText();
  const [isHostGone, setHostGone] = useState(false);
  useEffect(() => {
    // Not a call that the first page answers itself.
    void client.readUpdates({}).then((result) => setHostGone(!result.ok && result.error.code === 'host-gone'));
  }, []);
  const notLoaded = { what: text.failure.partNotLoaded, next: text.failure.reloadPage };
  const { what, next } = isHostGone ? text.errors['host-gone'] : notLoaded;
  return (
    <div role="alert" className={form}>
      <TriangleAlert size={form === 'toast' ? 16 : 24} className="failure-icon" aria-hidden="true" />
      <p className="not-loaded">
        <span className="failure-what">{what}</span> {next}
      </p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {text.failure.reload}
      </button>
    </div>
  );
}
