import type { ErrorCode } from '../../shared/errors.ts';
import type { ExchangeRequest, ExchangeResponse } from '../send-once.ts';
import type { Priority } from './priority.ts';

/** A caller that waits for the answer to a request. */
export interface Waiter {
  readonly priority: Priority;
  /** What the tries that it waited for ended with. */
  readonly history: ErrorCode[];
  /** When the first of them began, monotonic milliseconds. */
  triedSince: number | null;
  resolve(reply: ExchangeResponse): void;
  reject(error: unknown): void;
}

/** Requests that ask for the same thing are one. */
export function identityOf({ name, parameters }: ExchangeRequest): string {
  return JSON.stringify([name, parameters]);
}

/** A request with all who wait for it: there is at least one. */
export class CoalescedRequest {
  readonly question: ExchangeRequest;
  readonly waiters = new Set<Waiter>();
  /** Smaller goes first within a priority. */
  order: number;
  /** In the queue, under way, or waiting for its next try. */
  phase: 'queued' | 'running' | 'backing-off' = 'queued';
  /** Ends the try, or the rest between two. */
  interrupt: (() => void) | null = null;

  constructor(question: ExchangeRequest, order: number) {
    this.question = question;
    this.order = order;
  }

  /** That of the waiter who is served first. */
  get priority(): Priority {
    for (const { priority } of this.waiters) if (priority === 'interactive') return priority;
    return 'background';
  }
}
