import { createAtom } from '@tanstack/react-store';

/** A change that the user can take back. */
export interface Undoable {
  /** Says what was changed: "Filter cleared". */
  done: string;
  undo: () => void;
}

/** Maximum number of changes that can be taken back. */
const maxSteps = 20;

/** The changes of this page that can be taken back, the latest last. They are kept until the page is reloaded. */
export const undoable = createAtom<readonly Undoable[]>([]);

/** The latest change, which a toast announces; `null` if there is none. */
export const announced = createAtom<Undoable | null>(null);

/** Lets the user take a change back. Returns the function that withdraws the offer. */
export function rememberUndo(done: string, undo: () => void): () => void {
  const step = { done, undo };
  announced.set(null);
  undoable.set([...undoable.get(), step].slice(-maxSteps));
  return () => withdraw(step);
}

/** As `rememberUndo`, and says so in a toast, for a change that loses something. */
export function offerUndo(done: string, undo: () => void): () => void {
  const withdrawIt = rememberUndo(done, undo);
  announced.set(undoable.get().at(-1) ?? null);
  return withdrawIt;
}

/** Takes back the latest change. Returns the change; `null` if there is none. */
export function undoLatest(): Undoable | null {
  const step = undoable.get().at(-1);
  if (step === undefined) return null;
  withdraw(step);
  step.undo();
  return step;
}

function withdraw(step: Undoable): void {
  undoable.set(undoable.get().filter((each) => each !== step));
  if (announced.get() === step) announced.set(null);
}
