import type { z } from 'zod';
import { feeQuestions } from './fees.ts';
import { historyQuestions } from './history.ts';
import { noteQuestions } from './notes.ts';
import { planQuestions } from './plans.ts';
import { positionQuestions } from './positions.ts';
import { resultQuestions } from './results.ts';
import { statementQuestions } from './statement.ts';
import { tradeQuestions } from './trades.ts';

/** All questions that the local history of an account answers. */
export const questions = {
  ...historyQuestions,
  ...tradeQuestions,
  ...positionQuestions,
  ...resultQuestions,
  ...statementQuestions,
  ...feeQuestions,
  ...planQuestions,
  ...noteQuestions,
};

export type QuestionName = keyof typeof questions;
/** A question as it is answered, after validation. */
export type QuestionOf<Name extends QuestionName> = z.output<(typeof questions)[Name]['input']>;
export type AnswerOf<Name extends QuestionName> = z.output<(typeof questions)[Name]['output']>;
