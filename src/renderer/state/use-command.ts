import { useEffect, useRef } from 'react';
import type { EventOf, HostEvent } from '../../shared/contract.ts';
import { bridge } from '../api/bridge.ts';

export type Command = EventOf<'command'>;

/** Runs when the menu of the window, a shortcut of the system or a key in the page asks for it. */
export function useCommand<Name extends Command['name']>(
  name: Name,
  run: (command: Extract<Command, { name: Name }>) => void,
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  useEffect(
    () =>
      bridge.subscribe((event: HostEvent) => {
        if (event.name === 'command' && event.data.name === name) {
          latest.current(event.data as Extract<Command, { name: Name }>);
        }
      }),
    [name],
  );
}
