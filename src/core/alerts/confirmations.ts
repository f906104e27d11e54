import type { LiveList } from '../../shared/market/market.ts';
import type { MarkedPlans } from './kinds/marked-plans.ts';

interface Changes {
  /** Subjects that have crossed the threshold by this poll, and those that are away again. */
  readonly crossed: readonly string[];
  readonly away: readonly string[];
  /** False for a subject of which this poll tells nothing. Default: all are known. */
  readonly isKnown?: (subject: string) => boolean;
}

interface PlanChanges<Plan> {
  readonly plans: ReadonlyMap<string, unknown>;
  readonly before: MarkedPlans;
  /** By this poll. */
  readonly now: MarkedPlans;
  readonly entered: readonly Plan[];
  readonly isKnown: (key: string) => boolean;
}

/** Which of the changes are confirmed. */
interface Confirmed {
  crossed(subject: string): boolean;
  away(subject: string): boolean;
}

/** Changes of alerts count if two polls in a row of each list show them, because the next poll may take a single one back. */
export class Confirmations {
  /** Number of polls of each list. */
  readonly #polls = new Map<LiveList, number>();
  /** Changes, by alert, with the polls of `lists` that showed them first: "+" and the subject for a crossing, "-" for one that is away again. */
  readonly #waiting = new Map<
    string,
    { readonly lists: readonly LiveList[]; readonly changes: ReadonlyMap<string, readonly number[]> }
  >();

  /** The lists whose latest poll shows a change that the next poll is to confirm. */
  get awaited(): ReadonlySet<LiveList> {
    const waiting = [...this.#waiting.values()].flatMap(({ lists, changes }) =>
      lists.filter((list, place) => [...changes.values()].some((polls) => polls[place] === this.#pollOf(list))),
    );
    return new Set(waiting);
  }

  polled(list: LiveList): void {
    this.#polls.set(list, this.#pollOf(list) + 1);
  }

  /** Forgets the changes of an alert. */
  forget(id: string): void {
    this.#waiting.delete(id);
  }

  reset(): void {
    this.#waiting.clear();
  }

  /** Returns which changes of an alert are confirmed. */
  confirm(id: string, lists: readonly LiveList[], { crossed, away, isKnown = () => true }: Changes): Confirmed {
    const shown = [...crossed.map((subject) => `+${subject}`), ...away.map((subject) => `-${subject}`)];
    const polls = lists.map((list) => this.#pollOf(list));
    const before = this.#waiting.get(id)?.changes ?? new Map<string, readonly number[]>();
    const kept = [...before].filter(([change]) => !shown.includes(change) && !isKnown(change.slice(1)));
    const isConfirmed = (first: readonly number[] = polls) =>
      polls.every((poll, place) => poll > (first[place] ?? poll));
    const confirmed = new Set(shown.filter((change) => isConfirmed(before.get(change))));
    const waiting = shown.filter((change) => !confirmed.has(change));
    const changes = new Map([...kept, ...waiting.map((each) => [each, before.get(each) ?? polls] as const)]);
    this.#waiting.set(id, { lists, changes });
    return {
      crossed: (subject) => confirmed.has(`+${subject}`),
      away: (subject) => confirmed.has(`-${subject}`),
    };
  }

  /** True if the next state of an alert of one symbol is confirmed. The first state of an alert needs one poll. */
  isConfirmed<Side extends string>(
    id: string,
    list: LiveList,
    side: Side | 'unknown',
    next: { readonly state: Side | 'unknown'; readonly fires: boolean },
  ): boolean {
    const isSameSide = !next.fires && (next.state === side || side === 'unknown');
    const change = isSameSide
      ? { crossed: [], away: [] }
      : next.fires
        ? { crossed: [''], away: [] }
        : { crossed: [], away: [''] };
    const isConfirmed = this.confirm(id, [list], change);
    return isSameSide || (next.fires ? isConfirmed.crossed('') : isConfirmed.away(''));
  }

  /** Returns which plans of an alert are marked, and fire, by what is confirmed. */
  plans<Plan extends { readonly key: string }>(
    id: string,
    lists: readonly LiveList[],
    { plans, before, now, entered, isKnown }: PlanChanges<Plan>,
  ): { readonly marked: MarkedPlans; readonly fires: readonly Plan[] } {
    const crossed = entered.map(({ key }) => key);
    const isMarked = new Set(now.map(({ plan }) => plan));
    const away = before.filter(({ plan }) => !isMarked.has(plan) && plans.has(plan));
    const isConfirmed = this.confirm(id, lists, { crossed, away: away.map(({ plan }) => plan), isKnown });
    const isEarly = (key: string): boolean => crossed.includes(key) && !isConfirmed.crossed(key);
    return {
      marked: [...now.filter(({ plan }) => !isEarly(plan)), ...away.filter(({ plan }) => !isConfirmed.away(plan))],
      fires: entered.filter(({ key }) => !isEarly(key)),
    };
  }

  #pollOf(list: LiveList): number {
    return this.#polls.get(list) ?? 0;
  }
}
