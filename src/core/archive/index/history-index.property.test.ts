import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HistoryList } from '../../../shared/history.ts';
import type { ArchivedRow } from '../archived-rows.ts';
import { HistoryIndex } from './history-index.ts';
import type { HistoryQuestion } from './history-question.ts';
import { NaiveHistory } from './testing/naive-history.ts';
import { anyQuestion, orderPuts, planPuts } from './testing/sample-rows.ts';

/** Everything that is asked of a list answers what the definitions say. */
function expectNaive<List extends HistoryList>(
  index: HistoryIndex<List>,
  naive: NaiveHistory<List>,
  question: HistoryQuestion,
): void {
  const { filter, zone, now } = question;
  const { version } = index;
  const numbers = naive.select(question);
  const selection = index.select(question);
  expect([...selection.numbers]).toEqual(numbers);
  expect(selection).toMatchObject({ version, total: numbers.length });
  expect(index.summarize(filter, zone, now)).toEqual({ version, ...naive.summarize(filter, zone, now) });
  const quotes = naive.results(filter, zone, now).quotes;
  for (const quote of [undefined, 'none', ...quotes.slice(1, 2)]) {
    expect(index.results(filter, zone, now, quote)).toEqual({ version, ...naive.results(filter, zone, now, quote) });
  }
  expect(index.choices()).toEqual({ version, ...naive.choices() });
}

function expectSame<List extends HistoryList>(
  list: List,
  calls: readonly ArchivedRow<List>[][],
  questions: readonly HistoryQuestion[],
): void {
  const index = new HistoryIndex(list);
  const naive = new NaiveHistory(list);
  calls.forEach((rows, call) => {
    index.put(rows);
    naive.put(rows);
    const question = questions[call % questions.length];
    if (question) expectNaive(index, naive, question);
  });
  for (const question of questions) expectNaive(index, naive, question);
}

const questions = fc.array(anyQuestion, { minLength: 1, maxLength: 5 });

describe('any question after any puts is answered as the definitions say', () => {
  test('of orders', () => {
    fc.assert(
      fc.property(orderPuts, questions, (calls, asked) => expectSame('order-history', calls, asked)),
      { numRuns: 120 },
    );
  });

  test('of plan orders', () => {
    fc.assert(
      fc.property(planPuts, questions, (calls, asked) => expectSame('plan-history', calls, asked)),
      { numRuns: 80 },
    );
  });
});
