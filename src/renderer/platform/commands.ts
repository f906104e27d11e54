import { createAtom } from '@tanstack/react-store';
import { useLayoutEffect, useRef } from 'react';
import type { CommandName } from '../../shared/settings/commands.ts';

/** True on macOS, where shortcuts use other keys. */
export const isMac = /^mac/i.test(navigator.platform);

type Handler = () => void;

/** Handlers of each command. The one that was registered last runs. */
const handlers = createAtom<ReadonlyMap<CommandName, readonly Handler[]>>(new Map());

/** Commands that have a handler. */
export const availableCommands = createAtom<ReadonlySet<CommandName>>(
  () => new Set([...handlers.get()].filter(([, registered]) => registered.length > 0).map(([name]) => name)),
  { compare: (before, now) => before.size === now.size && [...now].every((name) => before.has(name)) },
);

/** Maximum time (ms) that a command waits for a handler, while the page or a part of it is loading. */
const maxWaitMs = 5000;

/** Number of parts of the page that are being loaded. A part may bring handlers. */
const loadingParts = createAtom(0);

/** The command that waits for a handler. */
const waiting = createAtom<{ name: CommandName; since: number } | null>(null);

/** Registers a handler. Returns the function that removes it. */
export function registerCommand(name: CommandName, handler: Handler): () => void {
  setHandlers(name, (before) => [...before, handler]);
  const awaited = waiting.get();
  if (awaited?.name === name) {
    const isInTime = Date.now() - awaited.since < maxWaitMs;
    waiting.set(null);
    // In a microtask, because components that appear with this one may register a handler of the command too.
    if (isInTime) queueMicrotask(() => runCommand(name));
  }
  return () => setHandlers(name, (before) => before.filter((each) => each !== handler));
}

function setHandlers(name: CommandName, next: (before: readonly Handler[]) => readonly Handler[]): void {
  const before = handlers.get();
  handlers.set(new Map([...before, [name, next(before.get(name) ?? [])]]));
}

/** Runs a command. Returns false if it has no handler. */
export function runCommand(name: CommandName): boolean {
  const handler = handlers.get().get(name)?.at(-1);
  handler?.();
  return handler !== undefined;
}

/** Runs a command from the native menu. It waits for a handler if there is none yet. */
export function receiveCommand(name: CommandName): void {
  waiting.set(runCommand(name) ? null : { name, since: Date.now() });
}

/** Runs the command of a shortcut. Returns false if it has no handler and no part of the page is loading. */
export function pressCommand(name: CommandName): boolean {
  if (runCommand(name)) return true;
  if (loadingParts.get() === 0) return false;
  waiting.set({ name, since: Date.now() });
  return true;
}

/** True while a pressed command waits for a part of the page that is being loaded. */
export function isAwaited(name: CommandName): boolean {
  const awaited = waiting.get();
  return awaited?.name === name && loadingParts.get() > 0 && Date.now() - awaited.since < maxWaitMs;
}

/** Reports that a part of the page is being loaded. Returns the function that reports its end. */
export function expectPart(): () => void {
  loadingParts.set((parts) => parts + 1);
  return () => loadingParts.set((parts) => parts - 1);
}

type Handlers = Partial<Record<CommandName, Handler>>;

/** Registers handlers while the component is mounted, before it is painted: a user may press a key as soon as it is seen. The palette, the shortcuts and the native menu run them. */
export function useCommands(current: Handlers): void {
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const key = Object.keys(current).join(' ');
  useLayoutEffect(() => {
    const names = key.split(' ').filter((name): name is CommandName => name in latest.current);
    const ends = names.map((name) => registerCommand(name, () => latest.current[name]?.()));
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
}

export function useCommand(name: CommandName, handler: Handler): void {
  useCommands({ [name]: handler });
}
