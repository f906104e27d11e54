import { useEffect, useRef } from 'react';
import type { EventName, EventOf } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';

/** Calls the handler with each event of a name while the component is mounted. */
export function useHostEvent<Name extends EventName>(name: Name, handler: (data: EventOf<Name>) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.name === name) latest.current(event.data as EventOf<Name>);
      }),
    [name],
  );
}
