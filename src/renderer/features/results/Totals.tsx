import type { ReactNode } from 'react';
import type { Results } from '../../../shared/history.ts';
import { decimalText } from '../../model/decimal-text.ts';
import { signTone } from '../../model/figures.ts';
import { useText } from '../../text/use-text.ts';
import { exactAmount } from './panels/part-columns.ts';

/** What all of it comes to. */
export function Totals({ results: { days, quote } }: { results: Results }) {
  const text = useText();
  const total = days.at(-1)?.total ?? '0';
  const sum = (of: (day: Results['days'][number]) => number): string =>
    decimalText(String(days.reduce((so, day) => so + of(day), 0)));
  return (
    <dl className="results-totals">
      <Total name={text.results.total}>
        <strong data-tone={signTone(total)}>{text.results.amount(exactAmount(total), quote)}</strong>
      </Total>
      <Total name={text.results.orders}>{sum(({ orders }) => orders)}</Total>
      <Total name={text.results.won}>{sum(({ wins }) => wins)}</Total>
      <Total name={text.results.lost}>{sum(({ losses }) => losses)}</Total>
    </dl>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="results-total">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
