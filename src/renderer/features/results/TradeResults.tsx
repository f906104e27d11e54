import { memo, useMemo } from 'react';
import type { TradeResults } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import { certainSample, type TradeGrouping, tradeGroupings } from '../../../shared/orders/trades.ts';
import { difference } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isJointArchive } from '../../domain/accounts/shown-archive.ts';
import { request } from '../../platform/client.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { decimalText, estimatedFigure, type Figure, moneyFigure, roughText } from '../../ui/text/figures.ts';
import { endsOf, toneAfter } from './figures/net-figures.ts';
import { netPnl } from './figures/parts.ts';
import { intervalEnds, intervalText, type NamedGroup, namedGroups } from './figures/trade-groups.ts';
import { AccountsPanel } from './panels/AccountsPanel.tsx';
import { BarPanel } from './panels/BarPanel.tsx';
import { CalendarPanel } from './panels/CalendarPanel.tsx';
import { CumulativePanel } from './panels/CumulativePanel.tsx';
import { amountColumn, netColumn } from './panels/part-columns.ts';
import { SymbolsPanel } from './panels/SymbolsPanel.tsx';
import { TagsPanel } from './panels/TagsPanel.tsx';
import type { Goal, ResultsBasis, ShownResults } from './results-basis.ts';
import { TradeFigures } from './TradeFigures.tsx';
import { closedFilter } from './trade-filters.ts';

const list = 'trades';

/** Groupings of which the bars show how the trades are distributed, and not their PnL. */
const distributions: readonly TradeGrouping[] = ['result', 'r', 'duration'];
/** Groupings whose panels differ from those of the others. */
const ownPanels = ['symbol', 'tag', 'account'] as const;
const barGroupings = tradeGroupings.filter((grouping) => ownPanels.every((each) => each !== grouping));

const Charts = memo(function Charts(props: ShownResults<TradeFilter, TradeResults>) {
  const { account, archive, results, compared, onChoose } = props;
  const text = useText();
  const { quote, groups } = results;
  const named = useMemo(
    () =>
      Object.fromEntries(
        tradeGroupings.map((grouping) => [
          grouping,
          namedGroups(grouping, groups[grouping], text, compared?.results.groups[grouping]),
        ]),
      ) as Record<TradeGrouping, NamedGroup[]>,
    [groups, compared, text],
  );
  const earlierName = compared?.name ?? null;
  const columns = useMemo(() => {
    const plain = groupColumns(quote, earlierName, text);
    const withInterval = [...plain, intervalColumn(text)];
    return (groups: readonly NamedGroup[]) => (haveIntervals(groups) ? withInterval : plain);
  }, [quote, earlierName, text]);
  // The figures are those of closed trades whatever the filter says. The list of trades needs a filter for that.
  const choose = (only: TradeFilter, goal: Goal): void =>
    onChoose(goal === 'rows' ? { ...closedFilter(results), ...only } : only, goal);
  const shared = {
    list,
    account,
    quote,
    detailOf: (group: NamedGroup) => detailOf(group, text),
    onChoose: ({ filter }: NamedGroup, goal: Goal) => choose(filter, goal),
  } as const;
  const chooseDay = (day: string, goal: Goal) => choose({ closed: { from: day, to: day } }, goal);
  const days = { list, account, quote, days: results.days, onChoose: chooseDay } as const;
  /** Trades that are in no group of a grouping. */
  const without = (grouping: TradeGrouping) =>
    groups[grouping].reduce((rest, { count }) => rest - count, results.expectancy.sample);
  const notes = { leverage: text.tradeResults.withoutLeverage, r: text.tradeResults.withoutR };
  if (results.days.length === 0) return <p className="results-none">{text.tradeResults.noClosed}</p>;
  const panelOf = (grouping: (typeof barGroupings)[number]) => {
    const isDistribution = distributions.includes(grouping);
    return (
      <BarPanel
        key={grouping}
        {...shared}
        columns={columns(named[grouping])}
        area={grouping}
        title={text.tradeResults.groups[grouping]}
        heading={text.tradeResults.headings[grouping]}
        direction="columns"
        drawn={named[grouping]}
        all={named[grouping]}
        isTableFirst={grouping === 'side'}
        bars={isDistribution ? 'count' : 'pnl'}
        resting={isDistribution ? <MostLine groups={named[grouping]} /> : undefined}
        note={
          (grouping === 'leverage' || grouping === 'r') &&
          without(grouping) > 0 && <p className="results-foot">{notes[grouping](without(grouping))}</p>
        }
      />
    );
  };
  return (
    <div className="results-grid trade-results-grid" data-joint={isJointArchive(archive) || undefined}>
      <CumulativePanel {...days} compared={compared} />
      {panelOf('side')}
      <SymbolsPanel {...shared} columns={columns(named.symbol)} parts={named.symbol} />
      <CalendarPanel {...days} />
      <AccountsPanel {...shared} columns={columns(named.account)} archive={archive} parts={named.account} />
      {barGroupings.filter((grouping) => grouping !== 'side').map(panelOf)}
      <TagsPanel {...shared} columns={columns(named.tag)} parts={named.tag} />
    </div>
  );
});

/** The group with the most trades. */
function MostLine({ groups }: { groups: readonly NamedGroup[] }) {
  const text = useText();
  const most = groups.reduce<NamedGroup | null>(
    (best, group) => (group.count > (best?.count ?? 0) ? group : best),
    null,
  );
  return most && <span>{text.tradeResults.mostIn(most.name, text.trades.number(most.count))}</span>;
}

function detailOf({ count, wins, losses, average, uncertain }: NamedGroup, text: Text): string {
  const all = text.results.of[list].detail(count, wins, losses);
  const counts = uncertain === 0 ? all : text.clauses(all, text.tradeResults.uncertainOrder(uncertain));
  if (average.value === null) return counts;
  const { averageOf, sample } = text.tradeResults;
  const interval = intervalText(average, roughText, text);
  const shown = (average.after ? estimatedFigure(endsOf(average.after), text) : moneyFigure(average.value, text)).shown;
  return text.clauses(counts, averageOf(shown, sample(average.sample), interval));
}

/** Columns of the win rate and the averages, and of the earlier PnL if the results are compared. */
function groupColumns(quote: string, earlierName: string | null, text: Text): TableColumn<NamedGroup>[] {
  const helper = columnHelper<NamedGroup>();
  const { winRate, expectancyHeading, averageWin, averageLoss, percent } = text.tradeResults;
  const net = (value: Decimal | null, after: readonly Decimal[] | undefined): Figure =>
    after === undefined ? moneyFigure(value, text) : estimatedFigure(endsOf(after), text);
  const fullOf = (value: Decimal | null, after: readonly Decimal[] | undefined): string | null => {
    const { shown, full } = net(value, after);
    if (after === undefined) return full;
    return text.clauses(full ?? shown, text.fees.before(moneyFigure(value, text).shown));
  };
  const average = (id: 'averageWin' | 'averageLoss', header: string): TableColumn<NamedGroup> =>
    helper.accessor((group) => group[id], {
      id,
      header,
      meta: {
        sort: 'decimal',
        align: 'end',
        text: (group) => net(group[id], group[`${id}After`]).shown,
        full: (group) => fullOf(group[id], group[`${id}After`]),
        exact: (group) => group[id] ?? '',
        tone: (group) => toneAfter(group[id], group[`${id}After`], group.fees),
      },
    });
  return [
    helper.accessor((group) => group.winRate, {
      id: 'winRate',
      header: winRate,
      meta: {
        sort: 'decimal',
        align: 'end',
        text: (group) => (group.winRate === null ? text.none : percent(decimalText(group.winRate))),
        exact: (group) => group.winRate ?? '',
        tone: ({ wins, losses }) => (wins + losses < certainSample ? 'muted' : undefined),
      },
    }),
    helper.accessor(({ average: { value } }) => value, {
      id: 'average',
      header: expectancyHeading,
      meta: {
        sort: 'decimal',
        align: 'end',
        text: ({ average: figure }) => net(figure.value, figure.after).shown,
        full: ({ average: figure }) => fullOf(figure.value, figure.after),
        exact: ({ average: figure }) => figure.value ?? '',
        tone: ({ average: figure, fees }) =>
          figure.sample < certainSample ? 'muted' : toneAfter(figure.value, figure.after, fees),
      },
    }),
    ...(earlierName === null ? [] : earlierColumns(quote, earlierName, text)),
    average('averageWin', averageWin),
    average('averageLoss', averageLoss),
  ];
}

function intervalColumn(text: Text): TableColumn<NamedGroup> {
  return columnHelper<NamedGroup>().accessor(({ average: { interval } }) => interval?.from ?? null, {
    id: 'interval',
    header: text.tradeResults.intervalHeading,
    meta: {
      sort: 'decimal',
      align: 'end',
      text: ({ average: figure }) => intervalEnds(figure, roughText, text) ?? text.none,
      tone: () => 'muted',
    },
  });
}

/** True if each group with trades has an interval. Few trades have none, and neither have many (docs/results.md 1.5). */
function haveIntervals(groups: readonly NamedGroup[]): boolean {
  return groups.every(({ count, average: { interval } }) => count === 0 || interval !== null);
}

/** Columns of the PnL of the earlier days and of the difference from it. */
function earlierColumns(quote: string, name: string, text: Text): TableColumn<NamedGroup>[] {
  return [
    netColumn<NamedGroup>('earlier', name, quote, ({ earlier }) => earlier ?? { pnl: '0' }, text),
    amountColumn<NamedGroup>(
      'change',
      text.results.compare.change,
      quote,
      (group) => difference(group.earlier ? netPnl(group.earlier) : '0', netPnl(group)),
      text,
    ),
  ];
}

/** Results of the trades (docs/results.md 1). */
export const tradeResults: ResultsBasis<typeof list, TradeResults> = {
  list,
  read: (query, signal) => request('readTradeResults', query, signal),
  hasResults: ({ quotes }) => quotes.length > 0,
  Figures: TradeFigures,
  Charts,
};
