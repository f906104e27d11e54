import { sendReply } from '../service/delivery.ts';
import type { Interceptor, Send } from '../service/interceptor.ts';
import { operations } from '../service/operations.ts';
import { type Fault, type FaultContext, SlowReplies } from './fault.ts';
import { type FaultName, faultNames, faults, isFaultName } from './fault-table.ts';
import { rowLayouts } from './result-rows.ts';

/** What goes wrong, where and when. The same plan and the same requests give the same replies. */
export interface FaultPlan {
  readonly rules: readonly FaultRule[];
  /** Selects the rows that are damaged and how. An integer from 0. Default 0. */
  readonly seed?: number;
  /** Origin of the other host of `redirect`. Default `https://elsewhere.invalid`. */
  readonly redirectTo?: string;
}

export interface FaultRule {
  readonly fault: FaultName;
  /** Default: every path in the fault's scope. */
  readonly paths?: readonly string[];
  /** Default `always`. */
  readonly requests?: RequestChoice;
}

/** Selects requests to the rule's paths, counted from the moment the plan is set. Counts are 1 or more. */
export type RequestChoice =
  | 'always'
  /** The first n requests to each path. */
  | { readonly first: number }
  /** The next n requests to all paths together. */
  | { readonly next: number }
  /** Every n-th request to all paths together. */
  | { readonly every: number };

/** Makes a running exchange misbehave, and counts how often it did. */
export interface FaultControl {
  /** Replaces the plan from the next request on and resets the rules' counters. `null` removes it. Throws a RangeError. */
  set(plan: FaultPlan | null): void;
  /** Closes the connections of all replies that are under way, so that their clients need not wait for a timeout. */
  breakOff(): void;
  /** Number of requests that met this fault, or any fault, since the exchange started. */
  count(fault?: FaultName): number;
  /** Replies of `body-50-mb`, `byte-a-second` and `no-answer` that are neither complete nor aborted. */
  readonly underWay: number;
  /** Replies of these three faults whose connection closed before their end. */
  readonly abandoned: number;
  /** Bytes of the bodies of these three faults that were written. */
  readonly streamedBytes: number;
}

const DEFAULT_REDIRECT = 'https://elsewhere.invalid';

/** Applies a fault plan to the replies of a demo exchange. Without a plan every reply is sent unchanged. */
export class FaultInjector implements FaultControl {
  readonly #streams = new SlowReplies();
  readonly #counts = new Map<FaultName, number>();
  #plan: FaultPlan = { rules: [] };
  /** Sorted in the order of the fault table: faults are applied in that order. */
  #rules: readonly RuleCounter[] = [];

  set(plan: FaultPlan | null): void {
    if (plan !== null) checkPlan(plan);
    this.#plan = plan ?? { rules: [] };
    this.#rules = this.#plan.rules
      .toSorted((left, right) => faultNames.indexOf(left.fault) - faultNames.indexOf(right.fault))
      .map((rule) => new RuleCounter(rule));
  }

  breakOff(): void {
    this.#streams.breakOff();
  }

  count(fault?: FaultName): number {
    if (fault !== undefined) return this.#counts.get(fault) ?? 0;
    return [...this.#counts.values()].reduce((total, count) => total + count, 0);
  }

  get underWay(): number {
    return this.#streams.underWay;
  }

  get abandoned(): number {
    return this.#streams.abandoned;
  }

  get streamedBytes(): number {
    return this.#streams.bytes;
  }

  /** The interceptor to start the demo exchange with. */
  readonly intercept: Interceptor = (request, reply, { credentials, now, resultOf }): Send | undefined => {
    const matching = this.#rules.filter((rule) => rule.matches(request.path));
    if (matching.length === 0) return undefined;
    const { seed = 0, redirectTo = DEFAULT_REDIRECT } = this.#plan;
    let changed = reply;
    let deliver: Send | undefined;
    for (const rule of matching) {
      const { name, fault } = rule;
      this.#counts.set(name, this.count(name) + 1);
      const context: FaultContext = {
        ...request,
        credentials,
        now,
        seed,
        redirectTo,
        turn: rule.takeTurn(),
        ask: (parameters) => resultOf(request.path, parameters),
        streams: this.#streams,
      };
      if ('change' in fault) changed = fault.change(changed, context);
      else deliver = (response) => fault.deliver(response, changed, context);
    }
    return deliver ?? ((response) => sendReply(response, changed, now));
  };
}

/** A rule of the plan, with its counters. */
class RuleCounter {
  readonly #rule: FaultRule;
  readonly #requestsTo = new Map<string, number>();
  #requests = 0;
  #turns = 0;

  constructor(rule: FaultRule) {
    this.#rule = rule;
  }

  get name(): FaultName {
    return this.#rule.fault;
  }

  get fault(): Fault {
    return faults[this.#rule.fault];
  }

  takeTurn(): number {
    return this.#turns++;
  }

  /** True if the rule applies to this request. Counts the request if its path is one of the rule's. */
  matches(path: string): boolean {
    const { paths, requests = 'always' } = this.#rule;
    if (!isInScope(this.fault, path) || paths?.includes(path) === false) return false;
    this.#requests++;
    if (requests === 'always') return true;
    if ('first' in requests) return this.#countTo(path) <= requests.first;
    if ('next' in requests) return this.#requests <= requests.next;
    return this.#requests % requests.every === 0;
  }

  #countTo(path: string): number {
    const count = (this.#requestsTo.get(path) ?? 0) + 1;
    this.#requestsTo.set(path, count);
    return count;
  }
}

function isInScope({ scope }: Fault, path: string): boolean {
  if (scope === 'any request') return true;
  return scope === 'operations' ? operations.has(path) : rowLayouts.get(path)?.isOrderList === true;
}

/** Throws a RangeError that names the invalid value. */
function checkPlan({ rules, seed = 0, redirectTo }: FaultPlan): void {
  if (!Number.isInteger(seed) || seed < 0)
    throw new RangeError(`the seed must be 0 or a whole number above, not ${seed}`);
  if (redirectTo !== undefined && !URL.canParse(redirectTo)) throw new RangeError(`${redirectTo} is no URL`);
  for (const { fault, paths = [], requests = 'always' } of rules) {
    if (!isFaultName(fault)) throw new RangeError(`unknown fault "${fault}"`);
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
