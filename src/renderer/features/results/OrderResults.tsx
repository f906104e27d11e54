import { memo, type ReactNode, useMemo } from 'react';
import type { Day, HistoryFilter, Results } from '../../../shared/history.ts';
import { request } from '../../api/client.ts';
import { FigureText } from '../../components/controls/FigureText.tsx';
import { decimalText, moneyFigure, signTone } from '../../model/figures.ts';
import { useText } from '../../text/use-text.ts';
import { tagNames } from './figures/parts.ts';
import { BarPanel, type NamedPart } from './panels/BarPanel.tsx';
import { CalendarPanel } from './panels/CalendarPanel.tsx';
import { CumulativePanel } from './panels/CumulativePanel.tsx';
import { SymbolsPanel } from './panels/SymbolsPanel.tsx';
import { TagsPanel } from './panels/TagsPanel.tsx';
import type { ResultsBasis, ShownResults } from './results-basis.ts';

const list = 'order-history';

const Charts = memo(function Charts({ results, onChoose }: ShownResults<HistoryFilter, Results>) {
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
  return (
    <div className="results-grid">
      <CumulativePanel list={list} results={results} onChoose={(day) => onChoose(onlyDay(day))} />
      <SymbolsPanel list={list} quote={quote} parts={symbols} onChoose={({ symbol }) => onChoose(onlySymbol(symbol))} />
      <CalendarPanel list={list} results={results} onChoose={(day) => onChoose(onlyDay(day))} />
      <BarPanel
        list={list}
        area="weekdays"
        title={text.results.weekdays}
        heading={text.results.columns.weekday}
        quote={quote}
        direction="columns"
        drawn={weekdays}
        all={weekdays}
        onChoose={({ number }) => onChoose(onlyWeekday(number + 1))}
      />
      <BarPanel
        list={list}
        area="hours"
        title={text.results.hours}
        heading={text.results.columns.hour}
        quote={quote}
        direction="columns"
        drawn={hours}
        all={hours}
        onChoose={({ number }) => onChoose(onlyHour(number))}
      />
      <TagsPanel list={list} quote={quote} parts={tags} onChoose={({ tag }) => onChoose({ tags: [tag] })} />
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

/** The figure of a chart as a part of a filter. */
const onlyDay = (day: Day): HistoryFilter => ({ created: { from: day, to: day } });
const onlySymbol = (symbol: string): HistoryFilter => ({ symbols: [symbol] });
/** 1 for Monday to 7 for Sunday. */
const onlyWeekday = (weekday: number): HistoryFilter => ({ weekdays: [weekday] });
const onlyHour = (hour: number): HistoryFilter => ({ hours: [hour] });

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
