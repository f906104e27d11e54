import { memo, useCallback, useMemo } from 'react';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Results } from '../../../shared/contract/results.ts';
import type { Day, Decimal } from '../../../shared/values/domain.ts';
import { isJointArchive } from '../../domain/accounts/shown-archive.ts';
import { request } from '../../platform/client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { decimalText } from '../../ui/text/figures.ts';
import { FigureChange } from './FigureChange.tsx';
import { figureForms } from './figures/figure-forms.ts';
import { type NetPart, netFigure, netTone } from './figures/net-figures.ts';
import { feesOfParts, netPnl, tagNames } from './figures/parts.ts';
import { beforeFees, feeNotes, KeyFigure } from './KeyFigure.tsx';
import { AccountsPanel } from './panels/AccountsPanel.tsx';
import { BarPanel, type NamedPart } from './panels/BarPanel.tsx';
import { CalendarPanel } from './panels/CalendarPanel.tsx';
import { CumulativePanel } from './panels/CumulativePanel.tsx';
import { SymbolsPanel } from './panels/SymbolsPanel.tsx';
import { TagsPanel } from './panels/TagsPanel.tsx';
import type { Goal, ResultsBasis, ShownResults } from './results-basis.ts';
import { drawdownDays, Fall, fallBefore, netFall } from './TradeFigures.tsx';

const list = 'order-history';

const Charts = memo(function Charts(props: ShownResults<HistoryFilter, Results>) {
  const { account, archive, results, compared, onChoose } = props;
  const text = useText();
  const { quote } = results;
  const symbols = useMemo(
    () => results.symbols.map((part) => ({ ...part, name: part.symbol, short: part.symbol })),
    [results.symbols],
  );
  const tags = useMemo(() => results.tags.map((part) => ({ ...part, ...tagNames(part.tag) })), [results.tags]);
  const accounts = useMemo(
    () => results.accounts.map((part) => ({ ...part, name: part.account, short: part.account })),
    [results.accounts],
  );
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
    <div className="results-grid" data-joint={isJointArchive(archive) || undefined}>
      <CumulativePanel {...shared} compared={compared} days={results.days} onChoose={chooseDay} />
      <SymbolsPanel
        {...shared}
        parts={symbols}
        onChoose={({ symbol }, goal) => onChoose({ symbols: [symbol] }, goal)}
      />
      <CalendarPanel {...shared} days={results.days} onChoose={chooseDay} />
      <AccountsPanel
        {...shared}
        archive={archive}
        parts={accounts}
        onChoose={({ account: id }, goal) => onChoose({ accounts: [id] }, goal)}
      />
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
function Totals({ archive, results, compared }: ShownResults<HistoryFilter, Results>) {
  const text = useText();
  const zone = useTimeZone();
  const { quote, drawdown } = results;
  const total = totalOf(results);
  const earlier = compared?.results;
  const { money, number } = figureForms(text);
  const counted = [
    { name: text.results.of[list].name, of: countOf('count') },
    { name: text.results.won, of: countOf('wins') },
    { name: text.results.lost, of: countOf('losses') },
  ];
  return (
    <dl className="results-totals">
      <KeyFigure
        name={total.fees ? text.fees.net : text.results.total}
        below={[
          earlier && <FigureChange form={money} now={netPnl(total)} earlier={netPnl(totalOf(earlier))} />,
          beforeFees(total, archive.accounts.length === 1 ? archive.id : null, text),
        ]}
        notes={feeNotes(total.fees, text)}
      >
        <strong data-tone={netTone(total)}>
          <FigureText figure={netFigure(total, text)} within={(figure) => text.results.amount(figure, quote)} />
        </strong>
      </KeyFigure>
      {counted.map(({ name, of }) => (
        <KeyFigure
          key={name}
          name={name}
          below={[earlier && <FigureChange form={number} now={of(results)} earlier={of(earlier)} />]}
        >
          {decimalText(of(results))}
        </KeyFigure>
      ))}
      <KeyFigure
        name={text.tradeResults.drawdown}
        below={[
          earlier && <FigureChange form={money} now={netFall(drawdown)} earlier={netFall(earlier.drawdown)} />,
          fallBefore(drawdown, text),
        ]}
        notes={[...drawdownDays(drawdown && { ...drawdown, uncertain: 0 }, zone, text), text.results.drawdownExplained]}
      >
        <Fall drawdown={drawdown} />
      </KeyFigure>
    </dl>
  );
}

function totalOf({ days }: Results): NetPart {
  return { pnl: days.at(-1)?.total ?? '0', fees: feesOfParts(days) };
}

function countOf(name: 'count' | 'wins' | 'losses'): (results: Results) => Decimal {
  return ({ days }) => String(days.reduce((total, day) => total + day[name], 0));
}

/** Results of the orders. */
export const orderResults: ResultsBasis<typeof list, Results> = {
  list,
  read: (query, signal) => request('readResults', query, signal),
  hasResults: ({ days }) => days.length > 0,
  Figures: Totals,
  Charts,
};
