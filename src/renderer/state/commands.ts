import { useEffect, useRef } from 'react';
import type { CommandName } from '../../shared/commands.ts';
import { Store } from './store.ts';

type Run = () => void;

/** Who carries a command out, the latest last: that one does it. */
const carriers = new Map<CommandName, Run[]>();

/** The commands that something on the page carries out at the moment. */
export const availableCommands = new Store<ReadonlySet<CommandName>>(new Set());

/** Milliseconds for which a choice from the menu waits for a page, or a part of it, that is still being put together. */
const patience = 5000;

/** Parts of the page that bring commands of their own, and are still being fetched. */
let partsOnTheirWay = 0;

let wanted: { name: CommandName; since: number } | null = null;

/** Answers a function that ends it. */
export function registerCommand(name: CommandName, run: Run): () => void {
  carriers.set(name, [...(carriers.get(name) ?? []), run]);
  tell();
  if (wanted?.name === name) {
    const isDue = Date.now() - wanted.since < patience;
    wanted = null;
    // Once all that appears with it is there.
    if (isDue) queueMicrotask(() => runCommand(name));
  }
  return () => {
    carriers.set(
      name,
      (carriers.get(name) ?? []).filter((each) => each !== run),
    );
    tell();
  };
}

/** False where nothing on the page carries it out. */
export function runCommand(name: CommandName): boolean {
  const run = carriers.get(name)?.at(-1);
  run?.();
  return run !== undefined;
}

/** A choice from outside of the page, which may be made before there is somebody on it who carries it out. */
export function receiveCommand(name: CommandName): void {
  wanted = runCommand(name) ? null : { name, since: Date.now() };
}

/** A key. False where nothing on the page carries it out, nor may soon. */
export function pressCommand(name: CommandName): boolean {
  if (runCommand(name)) return true;
  if (partsOnTheirWay === 0) return false;
  wanted = { name, since: Date.now() };
  return true;
}

/** Says that a part of the page is being fetched. Answers a function that says it is there. */
export function expectPart(): () => void {
  partsOnTheirWay++;
  return () => {
    partsOnTheirWay--;
  };
}

function tell(): void {
  const before = availableCommands.get();
  const names = [...carriers].filter(([, runs]) => runs.length > 0).map(([name]) => name);
  if (names.length === before.size && names.every((name) => before.has(name))) return;
  availableCommands.set(new Set(names));
}

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

/** Of the machine that the page is shown on: its keys have other names there. */
export const isMac = /^mac/i.test(navigator.platform);
