import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Drawdown, SampleFigure, TradeResults, TradeStreak } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import type { Fees } from '../../../shared/orders/fees.ts';
import { certainSample } from '../../../shared/orders/trades.ts';
import { dayOf } from '../../../shared/time/days.ts';
import { opposite } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import {
  decimalText,
  estimatedFigure,
  type Figure,
  moneyFigure,
  plainFigure,
  roughText,
} from '../../ui/text/figures.ts';
import { FigureChange } from './FigureChange.tsx';
import { type FigureForm, figureForms } from './figures/figure-forms.ts';
import { endsOf, type NetPart, netFigure, netTone, toneAfter } from './figures/net-figures.ts';
import { feesOfParts, middleOf, netPnl } from './figures/parts.ts';
import { intervalText } from './figures/trade-groups.ts';
import { beforeFees, feeNotes, KeyFigure } from './KeyFigure.tsx';
import { PnlBridge } from './PnlBridge.tsx';
import type { ShownResults } from './results-basis.ts';
import { apartFilter, uncertainFilter } from './trade-filters.ts';

interface TradeFiguresProps extends ShownResults<TradeFilter, TradeResults> {
  filter: TradeFilter;
}

/** The figures of all closed and complete trades, each average with its sample; open and incomplete trades apart. Four lead the others. */
export function TradeFigures({ archive, results, compared, filter, onChoose }: TradeFiguresProps) {
  const text = useText();
  const zone = useTimeZone();
  const words = text.tradeResults;
  const showsAll = useSetting('allTradeFigures');
  const changeSettings = useChangeSettings();
  const { quote, expectancy, drawdown, uncertain } = results;
  const earlier = compared?.results;
  const total = totalOf(results);
  const forms = figureForms(text);
  const { money, number } = forms;
  return (
    <>
      <dl className="results-totals trade-figures">
        <KeyFigure
          name={total.fees ? text.fees.net : words.pnl}
          below={[
            earlier && <FigureChange form={money} now={netPnl(total)} earlier={netPnl(totalOf(earlier))} />,
            beforeFees(total, archive.accounts.length === 1 ? archive.id : null, text),
            text.trades.number(expectancy.sample),
          ]}
          notes={[
            ...(uncertain === 0
              ? []
              : [
                  <button
                    key="uncertain"
                    type="button"
                    className="status-button"
                    onClick={() => onChoose(uncertainFilter(results))}
                  >
                    {words.uncertainOrder(uncertain)}
                  </button>,
                  text.trades.uncertainExplained,
                ]),
            ...feeNotes(total.fees, text),
          ]}
        >
          <strong data-tone={netTone(total)}>
            <FigureText figure={netFigure(total, text)} within={(figure) => text.results.amount(figure, quote)} />
          </strong>
        </KeyFigure>
        <Average name={words.winRate} figure={results.winRate} earlier={earlier?.winRate} form={forms.percent} />
        <Average
          name={words.profitFactor}
          explained={words.explained.profitFactor}
          figure={results.profitFactor}
          earlier={earlier?.profitFactor}
          form={forms.ratio}
        />
        <KeyFigure
          name={words.drawdown}
          below={[
            earlier && <FigureChange form={money} now={netFall(drawdown)} earlier={netFall(earlier.drawdown)} />,
            fallBefore(drawdown, text),
          ]}
          notes={[...drawdownDays(drawdown, zone, text), words.explained.drawdown]}
        >
          <Fall drawdown={drawdown} />
        </KeyFigure>
        {showsAll && (
          <>
            <Average
              name={words.expectancy}
              explained={words.explained.expectancy}
              figure={expectancy}
              earlier={earlier?.expectancy}
              form={money}
              fees={total.fees}
            />
            <Average
              name={words.averageWin}
              figure={results.averageWin}
              earlier={earlier?.averageWin}
              form={money}
              fees={total.fees}
            />
            <Average
              name={words.averageLoss}
              figure={results.averageLoss}
              earlier={earlier?.averageLoss}
              form={money}
              fees={total.fees}
            />
            <KeyFigure
              name={words.trades}
              below={[
                earlier && (
                  <FigureChange
                    form={number}
                    now={String(expectancy.sample)}
                    earlier={String(earlier.expectancy.sample)}
                  />
                ),
              ]}
            >
              {decimalText(String(expectancy.sample))}
            </KeyFigure>
            <Streak name={words.longestWins} streak={results.longestWins} earlier={earlier?.longestWins} />
            <Streak name={words.longestLosses} streak={results.longestLosses} earlier={earlier?.longestLosses} />
            {(['open', 'incomplete'] as const).map((part) => (
              <KeyFigure
                key={part}
                name={words[part]}
                below={[
                  beforeFees(partOfSum(results[part]), null, text),
                  results[part].trades === 0 ? (
                    text.trades.number(0)
                  ) : (
                    <button
                      key="trades"
                      type="button"
                      className="status-button"
                      onClick={() => onChoose(apartFilter(part, results))}
                    >
                      {text.trades.number(results[part].trades)}
                    </button>
                  ),
                ]}
                notes={feeNotes(results[part].fees, text)}
              >
                {results[part].sum === null ? (
                  text.none
                ) : (
                  <span data-tone={part === 'incomplete' ? undefined : netTone(partOfSum(results[part]))}>
                    <FigureText figure={netFigure(partOfSum(results[part]), text)} />
                  </span>
                )}
              </KeyFigure>
            ))}
          </>
        )}
      </dl>
      <div className="trade-more">
        <button
          type="button"
          className="button"
          aria-expanded={showsAll}
          onClick={() => changeSettings({ allTradeFigures: !showsAll })}
        >
          {showsAll ? words.fewer : words.more}
          {showsAll ? <ChevronUp size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
        </button>
        {showsAll && <PnlBridge account={archive.id} results={results} total={total.pnl} filter={filter} />}
      </div>
    </>
  );
}

function totalOf({ days }: TradeResults): NetPart {
  return { pnl: days.at(-1)?.total ?? '0', fees: feesOfParts(days) };
}

function partOfSum({ sum, fees }: TradeResults['open']): NetPart {
  return { pnl: sum ?? '0', fees };
}

type AnyDrawdown = Pick<Drawdown, 'amount' | 'after'> | null;

/** Returns the drawdown before fees as a negative amount; zero without one. */
function fallOf(drawdown: AnyDrawdown): Decimal {
  return drawdown === null ? '0' : opposite(drawdown.amount);
}

/** Returns the drawdown after fees, or before them if they are unknown, as a negative amount; the middle of a range. */
export function netFall(drawdown: AnyDrawdown): Decimal {
  const [low, high] = fallEnds(drawdown);
  return low === high ? low : middleOf(low, high);
}

/** Returns the drawdown after fees as negative amounts, the lowest and the highest. */
function fallEnds(drawdown: AnyDrawdown): readonly [Decimal, Decimal] {
  if (drawdown?.after === undefined) return endsOf([fallOf(drawdown)]);
  const [least, most] = endsOf(drawdown.after);
  return [opposite(most), opposite(least)];
}

/** A drawdown, after fees if they are known. */
export function Fall({ drawdown }: { drawdown: AnyDrawdown }) {
  const text = useText();
  if (drawdown === null) return text.none;
  const figure = drawdown.after ? estimatedFigure(fallEnds(drawdown), text) : moneyFigure(fallOf(drawdown), text);
  return (
    <span data-tone="down">
      <FigureText figure={figure} />
    </span>
  );
}

/** Returns the drawdown before fees, for below the one after them. */
export function fallBefore(drawdown: AnyDrawdown, text: Text): string | undefined {
  return drawdown?.after && text.fees.before(moneyFigure(fallOf(drawdown), text).shown);
}

/** Returns when a drawdown was, whether it has recovered, and how many of its trades have an uncertain order of executions. */
export function drawdownDays(drawdown: Drawdown | null, zone: string, text: Text): string[] {
  if (drawdown === null) return [];
  const { results, tradeResults: words } = text;
  const { from, to, recoveredAt, uncertain } = drawdown;
  const end = dayOf(to, zone);
  const days = from === null ? words.fromStart(end) : results.span(dayOf(from, zone), end);
  const recovery = recoveredAt === null ? words.notRecovered : words.recovered(dayOf(recoveredAt, zone));
  return [text.clauses(days, recovery), ...uncertainNotes(uncertain, text)];
}

function uncertainNotes(trades: number, text: Text): string[] {
  return trades === 0 ? [] : [text.tradeResults.uncertainOrder(trades)];
}

interface StreakProps {
  name: string;
  streak: TradeStreak | null;
  /** Of the days with which it is compared; `undefined` without any. */
  earlier: TradeStreak | null | undefined;
}

/** The number of trades of a streak, with its days. */
function Streak({ name, streak, earlier }: StreakProps) {
  const text = useText();
  const zone = useTimeZone();
  const trades = String(streak?.trades ?? 0);
  return (
    <KeyFigure
      name={name}
      below={[
        earlier !== undefined && (
          <FigureChange form={figureForms(text).number} now={trades} earlier={String(earlier?.trades ?? 0)} />
        ),
      ]}
      notes={
        streak
          ? [
              text.results.span(dayOf(streak.from, zone), dayOf(streak.to, zone)),
              ...uncertainNotes(streak.uncertain, text),
            ]
          : []
      }
    >
      {decimalText(trades)}
    </KeyFigure>
  );
}

interface AverageProps {
  name: string;
  explained?: string;
  figure: SampleFigure;
  earlier: SampleFigure | undefined;
  form: FigureForm;
  /** Of all trades of an amount. */
  fees?: Fees | undefined;
}

/** An average with its sample and its interval. A small sample makes it uncertain. */
function Average({ name, explained, figure, earlier, form, fees }: AverageProps) {
  const text = useText();
  const { value, after, sample } = figure;
  const interval = intervalText(figure, form.isMoney ? roughText : (end) => form.show(end).shown, text);
  const shown = after ? figureAfterFees(after, form, text) : value === null ? null : form.show(value);
  const isUncertain = value !== null && sample < certainSample;
  return (
    <KeyFigure
      name={name}
      below={[
        earlier && <FigureChange form={form} now={valueAfterFees(figure)} earlier={valueAfterFees(earlier)} />,
        after && value !== null && text.fees.before(form.show(value).shown),
        text.tradeResults.sample(sample),
      ]}
      notes={[interval, isUncertain && text.tradeResults.uncertain, explained]}
      isUncertain={isUncertain}
    >
      {shown === null ? (
        text.none
      ) : (
        <span data-tone={form.isMoney ? toneAfter(value, after, fees) : undefined}>
          <FigureText figure={shown} />
        </span>
      )}
    </KeyFigure>
  );
}

/** Returns a figure that was calculated after fees: money with its certain digits, anything else as its range. */
function figureAfterFees(after: readonly Decimal[], form: FigureForm, text: Text): Figure {
  const [low, high] = endsOf(after);
  if (form.isMoney) return estimatedFigure([low, high], text);
  const [from, to] = [form.show(low).shown, form.show(high).shown];
  return plainFigure(from === to ? text.estimates.about(from) : text.statement.range(from, to));
}

/** Returns a figure after fees, or before them if they are unknown; the middle of a range. */
function valueAfterFees({ value, after }: SampleFigure): Decimal | null {
  if (after === undefined) return value;
  const [low, high] = endsOf(after);
  return low === high ? low : middleOf(low, high);
}
