import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Drawdown, SampleFigure, TradeResults, TradeStreak } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import { certainSample } from '../../../shared/orders/trades.ts';
import { dayOf } from '../../../shared/time/days.ts';
import { opposite } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { openDialog } from '../../platform/dialogs.ts';
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
  const { quote, expectancy, longestWins, longestLosses, drawdown, uncertain } = results;
  const earlier = compared?.results;
  const total = totalOf(results);
  const forms = figureForms(text);
  const { money, number } = forms;
  const daysOf = (streak: TradeStreak): ReactNode => (
    <>
      {text.results.span(dayOf(streak.from, zone), dayOf(streak.to, zone))}
      <UncertainPart trades={streak.uncertain} />
    </>
  );
  const streakChange = (now: TradeStreak | null, before: TradeStreak | null | undefined): Change | undefined =>
    before === undefined
      ? undefined
      : { form: number, now: String(now?.trades ?? 0), earlier: String(before?.trades ?? 0) };
  const averages = [results.winRate, results.profitFactor, ...(showsAll ? [expectancy, results.averageWin] : [])];
  return (
    <>
      <div className="trade-lead">
        <dl className="results-totals trade-figures trade-figures-lead">
          <TradeFigure
            name={total.fees ? text.fees.net : words.pnl}
            explained={uncertain > 0 ? text.trades.uncertainExplained : undefined}
            before={<BeforeFees part={total} account={archive.accounts.length === 1 ? archive.id : null} />}
            change={earlier && { form: money, now: netPnl(total), earlier: netPnl(totalOf(earlier)) }}
            more={
              <>
                {text.trades.number(expectancy.sample)}
                {uncertain > 0 && (
                  <span className="trade-interval">
                    <button type="button" className="status-button" onClick={() => onChoose(uncertainFilter(results))}>
                      {words.uncertainOrder(uncertain)}
                    </button>
                  </span>
                )}
              </>
            }
          >
            <strong data-tone={netTone(total)}>
              <FigureText figure={netFigure(total, text)} within={(figure) => text.results.amount(figure, quote)} />
            </strong>
          </TradeFigure>
          <Average name={words.winRate} figure={results.winRate} earlier={earlier?.winRate} form={forms.percent} />
          <Average
            name={words.profitFactor}
            explained={words.explained.profitFactor}
            figure={results.profitFactor}
            earlier={earlier?.profitFactor}
            form={forms.ratio}
          />
          <TradeFigure
            name={words.drawdown}
            explained={words.explained.drawdown}
            before={<FallBefore drawdown={drawdown} />}
            change={earlier && { form: money, now: netFall(drawdown), earlier: netFall(earlier.drawdown) }}
            more={<DrawdownDays drawdown={drawdown} />}
          >
            <Fall drawdown={drawdown} />
          </TradeFigure>
        </dl>
        <button
          type="button"
          className="button"
          aria-expanded={showsAll}
          onClick={() => changeSettings({ allTradeFigures: !showsAll })}
        >
          {showsAll ? words.fewer : words.more}
          {showsAll ? <ChevronUp size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
        </button>
      </div>
      {showsAll && (
        <>
          <dl className="results-totals trade-figures">
            <Average
              name={words.expectancy}
              explained={words.explained.expectancy}
              figure={expectancy}
              earlier={earlier?.expectancy}
              form={money}
            />
            <Average name={words.averageWin} figure={results.averageWin} earlier={earlier?.averageWin} form={money} />
            <Average
              name={words.averageLoss}
              figure={results.averageLoss}
              earlier={earlier?.averageLoss}
              form={money}
            />
            <TradeFigure
              name={words.trades}
              change={
                earlier && { form: number, now: String(expectancy.sample), earlier: String(earlier.expectancy.sample) }
              }
            >
              {decimalText(String(expectancy.sample))}
            </TradeFigure>
            <TradeFigure
              name={words.longestWins}
              change={streakChange(longestWins, earlier?.longestWins)}
              more={longestWins && daysOf(longestWins)}
            >
              {decimalText(String(longestWins?.trades ?? 0))}
            </TradeFigure>
            <TradeFigure
              name={words.longestLosses}
              change={streakChange(longestLosses, earlier?.longestLosses)}
              more={longestLosses && daysOf(longestLosses)}
            >
              {decimalText(String(longestLosses?.trades ?? 0))}
            </TradeFigure>
            {(['open', 'incomplete'] as const).map((part) => (
              <TradeFigure
                key={part}
                name={words[part]}
                before={<BeforeFees part={partOfSum(results[part])} account={null} />}
                more={
                  results[part].trades === 0 ? (
                    text.trades.number(0)
                  ) : (
                    <button
                      type="button"
                      className="status-button"
                      onClick={() => onChoose(apartFilter(part, results))}
                    >
                      {text.trades.number(results[part].trades)}
                    </button>
                  )
                }
              >
                <span data-tone={netTone(partOfSum(results[part]))}>
                  <FigureText figure={netFigure(partOfSum(results[part]), text)} />
                </span>
              </TradeFigure>
            ))}
          </dl>
          <PnlBridge account={archive.id} results={results} total={total.pnl} filter={filter} />
        </>
      )}
      {averages.some(isUncertain) && <p className="trade-uncertain">{words.uncertain}</p>}
    </>
  );
}

function totalOf({ days }: TradeResults): NetPart {
  return { pnl: days.at(-1)?.total ?? '0', fees: feesOfParts(days) };
}

function partOfSum({ sum, fees }: TradeResults['open']): NetPart {
  return { pnl: sum, fees };
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

/** The drawdown before fees, below the one after them. */
export function FallBefore({ drawdown }: { drawdown: AnyDrawdown }) {
  const text = useText();
  return drawdown?.after && <BeforeLine figure={moneyFigure(fallOf(drawdown), text).shown} />;
}

/** How many trades of a figure have an uncertain order of executions. */
function UncertainPart({ trades }: { trades: number }) {
  const { tradeResults: words } = useText();
  return trades > 0 && <span className="trade-interval">{words.uncertainOrder(trades)}</span>;
}

function isUncertain({ value, sample }: SampleFigure): boolean {
  return value !== null && sample < certainSample;
}

interface Change {
  form: FigureForm;
  now: Decimal | null;
  earlier: Decimal | null;
}

interface TradeFigureProps {
  name: string;
  explained?: string | undefined;
  /** The figure of the days with which it is compared. */
  change?: Change | undefined;
  /** The figure before fees, below an estimate of it after them. */
  before?: ReactNode;
  /** Shown below the figure. */
  more?: ReactNode;
  isUncertain?: boolean;
  children: ReactNode;
}

function TradeFigure({ name, explained, before, change, more, isUncertain: isMarked, children }: TradeFigureProps) {
  return (
    <div className="results-total" title={explained}>
      <dt>{name}</dt>
      <dd data-uncertain={isMarked || undefined}>{children}</dd>
      {before}
      {change && <FigureChange {...change} />}
      {more && <dd className="trade-figure-more">{more}</dd>}
    </div>
  );
}

/** A sum before fees, below the one after them. Without rates, the way to enter those of `account`; `null` for several accounts. */
export function BeforeFees({ part, account }: { part: NetPart; account: string | null }) {
  const text = useText();
  if (part.fees !== undefined)
    return <BeforeLine figure={moneyFigure(part.pnl, text).shown} without={part.fees.unpriced} />;
  if (account === null) return null;
  return (
    <dd className="trade-figure-more">
      <button type="button" className="status-button" onClick={() => openDialog('settings')}>
        {text.fees.enterRates}
      </button>
    </dd>
  );
}

/** `without`: number of orders whose fees are not in the estimate. */
function BeforeLine({ figure, without = 0 }: { figure: string; without?: number }) {
  const text = useText();
  return (
    <dd className="trade-figure-more" title={text.fees.explained}>
      {text.fees.before(figure)}
      {without > 0 && <span className="trade-interval">{text.fees.without(without)}</span>}
    </dd>
  );
}

interface AverageProps {
  name: string;
  explained?: string;
  figure: SampleFigure;
  earlier: SampleFigure | undefined;
  form: FigureForm;
}

/** An average with its sample and its interval. A small sample makes it uncertain. */
function Average({ name, explained, figure, earlier, form }: AverageProps) {
  const text = useText();
  const { value, after, sample } = figure;
  const interval = intervalText(figure, form.isMoney ? roughText : (end) => form.show(end).shown, text);
  const shown = after ? figureAfterFees(after, form, text) : value === null ? null : form.show(value);
  return (
    <TradeFigure
      name={name}
      {...(explained === undefined ? {} : { explained })}
      change={earlier && { form, now: valueAfterFees(figure), earlier: valueAfterFees(earlier) }}
      isUncertain={isUncertain(figure)}
      before={after && value !== null && <BeforeLine figure={form.show(value).shown} />}
      more={
        <>
          {text.tradeResults.sample(sample)}
          {interval !== null && <span className="trade-interval">{interval}</span>}
        </>
      }
    >
      {shown === null ? (
        text.none
      ) : (
        <span data-tone={form.isMoney ? toneAfter(value, after) : undefined}>
          <FigureText figure={shown} />
        </span>
      )}
    </TradeFigure>
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

/** When a drawdown was, and whether it has recovered. */
export function DrawdownDays({ drawdown }: { drawdown: Drawdown | null }) {
  const { results, tradeResults: words } = useText();
  const zone = useTimeZone();
  if (drawdown === null) return null;
  const { from, to, recoveredAt, uncertain } = drawdown;
  const end = dayOf(to, zone);
  return (
    <>
      {from === null ? words.fromStart(end) : results.span(dayOf(from, zone), end)}
      <span className="trade-interval">
        {recoveredAt === null ? words.notRecovered : words.recovered(dayOf(recoveredAt, zone))}
      </span>
      <UncertainPart trades={uncertain} />
    </>
  );
}
