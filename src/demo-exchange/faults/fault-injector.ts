import type { ResolvedOptions } from '../options.ts';
import { type Delivery, send } from '../service/delivery.ts';
import { operations } from '../service/operations.ts';
import type { QueryParameters } from '../service/query.ts';
import type { AnsweredRequest, Fault, FaultContext } from './fault.ts';
import { checkPlan, type FaultPlan, type FaultRule } from './fault-plan.ts';
import { type FaultName, faultNames, faults } from './fault-table.ts';
import { rowLayouts } from './row-layouts.ts';
import { StreamRecord } from './stream-record.ts';

/** For tests and demonstrations: makes the exchange misbehave while it runs, and tells how often it did. */
export interface FaultControl {
  /** From the next request on; counting begins anew. Null: honest again. Throws a RangeError where the plan cannot be. */
  set(plan: FaultPlan | null): void;
  /** Requests that met this fault, or any, since the exchange was started. */
  count(fault?: FaultName): number;
  /** Of `body-50-mb`, `byte-a-second` and `no-answer`: replies that are neither complete nor broken off. */
  readonly underWay: number;
  /** Of the same: replies whose connection ended before they did. */
  readonly abandoned: number;
  /** Of the same: bytes of their bodies that were written so far. */
  readonly streamedBytes: number;
}

type Ask = (path: string, parameters: QueryParameters) => string;

const DEFAULT_REDIRECT = 'https://elsewhere.invalid';

/** Chooses the faults that a request meets. Without a plan it chooses none and does nothing else. */
export class FaultInjector implements FaultControl {
  readonly #ask: Ask;
  readonly #now: () => number;
  readonly #credentials: ResolvedOptions['credentials'];
  readonly #streams = new StreamRecord();
  readonly #counts = new Map<FaultName, number>();
  #plan: FaultPlan = { rules: [] };
  #rules: readonly RuleCount[] = [];

  constructor(plan: FaultPlan | null, ask: Ask, now: () => number, credentials: ResolvedOptions['credentials']) {
    this.#credentials = credentials;
    this.#ask = ask;
    this.#now = now;
    this.set(plan);
  }

  set(plan: FaultPlan | null): void {
    if (plan !== null) checkPlan(plan);
    this.#plan = plan ?? { rules: [] };
    // In the order of the table: see there.
    this.#rules = this.#plan.rules
      .toSorted((left, right) => faultNames.indexOf(left.fault) - faultNames.indexOf(right.fault))
      .map((rule) => new RuleCount(rule));
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

  /** How the reply to this request goes out; undefined for the honest way. Counts the request. */
  choose(request: AnsweredRequest): Delivery | undefined {
    if (this.#rules.length === 0) return undefined;
    const met = this.#rules.filter((rule) => rule.meets(request.path));
    if (met.length === 0) return undefined;
    const steps = met.map((rule) => this.#apply(rule, request));
    return (response, honest, now) => {
      let reply = honest;
      let delivery: Delivery = send;
      for (const { fault, context } of steps) {
        if ('change' in fault) reply = fault.change(reply, context);
        else delivery = (to, changed) => fault.deliver(to, changed, context);
      }
      delivery(response, reply, now);
    };
  }

  #apply(rule: RuleCount, { path, query, headers }: AnsweredRequest): { fault: Fault; context: FaultContext } {
    this.#counts.set(rule.name, this.count(rule.name) + 1);
    const { seed = 0, redirectTo = DEFAULT_REDIRECT } = this.#plan;
    const context: FaultContext = {
      path,
      query,
      headers,
      turn: rule.takeTurn(),
      seed,
      credentials: this.#credentials,
      redirectTo,
      ask: (parameters) => this.#ask(path, parameters),
      now: this.#now,
      streams: this.#streams,
    };
    return { fault: rule.fault, context };
  }
}

/** A rule and how often it was looked at. */
class RuleCount {
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

  /** Counts the request where it is one of the rule's. */
  meets(path: string): boolean {
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
