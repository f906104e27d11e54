import { memo, type ReactNode, useCallback, useMemo } from 'react';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Results } from '../../../shared/contract/results.ts';
import type { Day } from '../../../shared/domain.ts';
import { request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { decimalText, moneyFigure, signTone } from '../../ui/text/figures.ts';
import { tagNames } from './figures/parts.ts';
import { BarPanel, type NamedPart } from './panels/BarPanel.tsx';
import { CalendarPanel } from './panels/CalendarPanel.tsx';
import { CumulativePanel } from './panels/CumulativePanel.tsx';
import { SymbolsPanel } from './panels/SymbolsPanel.tsx';
import { TagsPanel } from './panels/TagsPanel.tsx';
import type { Goal, ResultsBasis, ShownResults } from './results-basis.ts';

const list = 'order-history';

const Charts = memo(function Charts({ account, results, onChoose }: ShownResults<HistoryFilter, Results>) {
  const text = useText();
  const { quote } = results;
  const symbols = useMemo(
    () => results.symbols.map((part) => ({ ...part, name: part.symbol, short: part.symbol })),
    [results.symbols],
  );
  const tags = useMemo(() => results.tags.map((part) => ({ ...part, ...tagNames(part.tag) })), [results.tags]);
  const weekdays = useMemo(
    () =>
      numbered(
        results.weekdays,
        (day) => text.results.weekdayNames[day],
        (day) => text.results.weekdayShort[day],
      ),
    [results.weekdays, text],
  );
  const hours = useMemo(
    () => numbered(results.hours, text.results.hour, text.results.hourShort),
    [results.hours, text],
  );
  const shared = { list, account, quote } as const;
  const chooseDay = useCallback(
    (day: Day, goal?: Goal) => onChoose({ created: { from: day, to: day } }, goal),
    [onChoose],
  );
  return (
    <div className="results-grid">
      <CumulativePanel {...shared} days={results.days} onChoose={chooseDay} />
      <SymbolsPanel
        {...shared}
        parts={symbols}
        onChoose={({ symbol }, goal) => onChoose({ symbols: [symbol] }, goal)}
      />
      <CalendarPanel {...shared} days={results.days} onChoose={chooseDay} />
      <BarPanel
        {...shared}
        area="weekdays"
        title={text.results.weekdays}
        heading={text.results.columns.weekday}
        direction="columns"
        drawn={weekdays}
        all={weekdays}
        // 1 for Monday to 7 for Sunday.
        onChoose={({ number }, goal) => onChoose({ weekdays: [number + 1] }, goal)}
      />
      <BarPanel
        {...shared}
        area="hours"
        title={text.results.hours}
        heading={text.results.columns.hour}
        direction="columns"
        drawn={hours}
        all={hours}
        onChoose={({ number }, goal) => onChoose({ hours: [number] }, goal)}
      />
      <TagsPanel {...shared} parts={tags} onChoose={({ tag }, goal) => onChoose({ tags: [tag] }, goal)} />
    </div>
  );
});

function numbered(
  parts: Results['hours'],
  name: (number: number) => string | undefined,
  short: (number: number) => string | undefined,
): (NamedPart & { number: number })[] {
  return parts.map((part, number) => ({ ...part, number, name: name(number) ?? '', short: short(number) ?? '' }));
}

/** The sums over all days. */
function Totals({ results: { days, quote } }: ShownResults<HistoryFilter, Results>) {
  const text = useText();
  const total = days.at(-1)?.total ?? '0';
  const sum = (of: (day: Results['days'][number]) => number): string =>
    decimalText(String(days.reduce((total, day) => total + of(day), 0)));
  return (
    <dl className="results-totals">
      <Total name={text.results.total}>
        <strong data-tone={signTone(total)}>
          <FigureText figure={moneyFigure(total, text)} within={(figure) => text.results.amount(figure, quote)} />
        </strong>
      </Total>
      <Total name={text.results.of[list].name}>{sum(({ count }) => count)}</Total>
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

/** Results of the orders. */
export const orderResults: ResultsBasis<typeof list, Results> = {
  list,
  read: (query, signal) => request('readResults', query, signal),
  dates: 'created',
  datesOf: ({ created }) => created,
  hasResults: ({ days }) => days.length > 0,
  Figures: Totals,
  Charts,
};
