import { useEffect, useRef } from 'react';
import type { CommandName } from '../../shared/commands.ts';
import { registerCommand } from './commands.ts';

type Runs = Partial<Record<CommandName, () => void>>;

/** Carries commands out while the component is there, whoever asks: the palette, a key, or the menu of the window. */
export function useCommands(runs: Runs): void {
  const latest = useRef(runs);
  useEffect(() => {
    latest.current = runs;
  });
  const key = Object.keys(runs).join(' ');
  useEffect(() => {
    const names = key.split(' ').filter((name): name is CommandName => name in latest.current);
    const ends = names.map((name) => registerCommand(name, () => latest.current[name]?.()));
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
}

export function useCommand(name: CommandName, run: () => void): void {
  useCommands({ [name]: run });
}
