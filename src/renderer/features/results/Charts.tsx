import { memo, useMemo } from 'react';
import type { Day, HistoryFilter, Results } from '../../../shared/history.ts';
import { FigureText } from '../../components/controls/FigureText.tsx';
import { moneyFigure } from '../../model/figures.ts';
import { useText } from '../../text/use-text.ts';
import { furthestFromZero } from './figures/parts.ts';
import { BarPanel, type NamedPart } from './panels/BarPanel.tsx';
import { CalendarPanel } from './panels/CalendarPanel.tsx';
import { CumulativePanel } from './panels/CumulativePanel.tsx';

interface ChartsProps {
  /** Results with at least one day. */
  results: Results;
  /** Receives the filter of the orders behind the chosen figure. */
  onChoose: (only: HistoryFilter) => void;
}

/** Maximum number of symbols in the chart. The table has all of them. */
const maxSymbols = 14;

/** Rendered again only for new results, and not for the progress of the sync. */
export const Charts = memo(function Charts({ results, onChoose }: ChartsProps) {
  const text = useText();
  const { quote } = results;
  const symbols = useMemo(
    () => results.symbols.map((part) => ({ ...part, name: part.symbol, short: part.symbol })),
    [results.symbols],
  );
  const furthest = useMemo(() => furthestFromZero(symbols, maxSymbols), [symbols]);
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
      <CumulativePanel results={results} onChoose={(day) => onChoose(onlyDay(day))} />
      <BarPanel
        area="symbols"
        title={text.results.symbols}
        heading={text.results.columns.symbol}
        quote={quote}
        direction="rows"
        drawn={furthest.shown}
        all={symbols}
        foot={
          furthest.others > 0 && (
            <p className="results-foot">
              <FigureText
                figure={moneyFigure(furthest.othersPnl, text)}
                within={(figure) => text.results.others(furthest.others, figure)}
              />
            </p>
          )
        }
        onChoose={({ symbol }) => onChoose(onlySymbol(symbol))}
      />
      <CalendarPanel results={results} onChoose={(day) => onChoose(onlyDay(day))} />
      <BarPanel
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
        area="hours"
        title={text.results.hours}
        heading={text.results.columns.hour}
        quote={quote}
        direction="columns"
        drawn={hours}
        all={hours}
        onChoose={({ number }) => onChoose(onlyHour(number))}
      />
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

const areas = ['cumulative', 'symbols', 'days', 'weekdays', 'hours'] as const;

/** Shown while the results are being read. */
export function ResultsSkeleton() {
  const text = useText();
  return (
    <div className="results-grid" aria-hidden="true">
      {areas.map((area) => (
        <div key={area} className={`results-panel results-${area} results-blank`}>
          <p className="results-panel-header">{text.results[area]}</p>
          <div className="skeleton-row" />
        </div>
      ))}
    </div>
  );
}

/** The figure of a chart as a part of a filter. */
const onlyDay = (day: Day): HistoryFilter => ({ created: { from: day, to: day } });
const onlySymbol = (symbol: string): HistoryFilter => ({ symbols: [symbol] });
/** 1 for Monday to 7 for Sunday. */
const onlyWeekday = (weekday: number): HistoryFilter => ({ weekdays: [weekday] });
const onlyHour = (hour: number): HistoryFilter => ({ hours: [hour] });
