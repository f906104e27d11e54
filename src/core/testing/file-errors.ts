import type { FileProblem } from '../files/quarantine.ts';
import type { FileErrorHandler } from '../files/state-file.ts';

/** Collects what a store reports of its file. */
export class FileErrors implements FileErrorHandler {
  readonly problems: FileProblem[] = [];
  /** Number of failed writes. */
  failures = 0;
  readonly unusable = (problem: FileProblem): void => void this.problems.push(problem);
  readonly notSaved = (): void => void this.failures++;
}
