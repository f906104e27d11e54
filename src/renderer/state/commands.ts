import type { CommandName } from '../../shared/commands.ts';
import { Store } from './store.ts';

type Run = () => void;

/** Who carries a command out, the latest last: that one does it. */
const carriers = new Map<CommandName, Run[]>();

/** The commands that something on the page carries out at the moment. */
export const availableCommands = new Store<ReadonlySet<CommandName>>(new Set());

/** Answers a function that ends it. */
export function carryOut(name: CommandName, run: Run): () => void {
  carriers.set(name, [...(carriers.get(name) ?? []), run]);
  tell();
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

function tell(): void {
  const before = availableCommands.get();
  const names = [...carriers].filter(([, runs]) => runs.length > 0).map(([name]) => name);
  if (names.length === before.size && names.every((name) => before.has(name))) return;
  availableCommands.set(new Set(names));
}
