import { type FaultName, isFaultName } from './fault-table.ts';

/** What goes wrong, where and when. The same plan and the same requests give the same answers. */
export interface FaultPlan {
  readonly rules: readonly FaultRule[];
  /** Which rows are hit and in which way. Default 0. */
  readonly seed?: number;
  /** Origin of the other host of `redirect`. Default `https://elsewhere.invalid`. */
  readonly redirectTo?: string;
}

export interface FaultRule {
  readonly fault: FaultName;
  /** Default: every path on which the fault makes sense. */
  readonly paths?: readonly string[];
  /** Default `always`. */
  readonly requests?: RequestChoice;
}

/** Which requests to the rule's paths, counted from the moment that the plan is set. */
export type RequestChoice =
  | 'always'
  /** The first so many to each path. */
  | { readonly first: number }
  /** The next so many, all paths together. */
  | { readonly next: number }
  /** The n-th, the 2n-th and so on, all paths together. */
  | { readonly every: number };

/** Throws a RangeError that names what the plan cannot have. */
export function checkPlan({ rules, seed = 0, redirectTo }: FaultPlan): void {
  if (!Number.isInteger(seed) || seed < 0)
    throw new RangeError(`the seed must be 0 or a whole number above, not ${seed}`);
  if (redirectTo !== undefined && !URL.canParse(redirectTo)) throw new RangeError(`${redirectTo} is no URL`);
  for (const { fault, paths = [], requests = 'always' } of rules) {
    if (!isFaultName(fault)) throw new RangeError(`"${fault}" is no fault`);
    const relative = paths.find((path) => !path.startsWith('/'));
    if (relative !== undefined) throw new RangeError(`the path "${relative}" must begin with /`);
    if (requests !== 'always') checkCount(requests);
  }
}

function checkCount(choice: Exclude<RequestChoice, 'always'>): void {
  for (const [name, count] of Object.entries(choice)) {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`${name} must be 1 or more, not ${count}`);
  }
}
