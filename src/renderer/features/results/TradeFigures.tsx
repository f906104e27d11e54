import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Drawdown, SampleFigure, TradeResults, TradeStreak } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import type { Fees } from '../../../shared/orders/fees.ts';
import { certainSample } from '../../../shared/orders/trades.ts';
import { dayOf } from '../../../shared/time/days.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { afterTexts, estimateText, figureAfter } from '../../domain/orders/fees/AfterFees.tsx';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { decimalText, moneyFigure, roughText, signTone } from '../../ui/text/figures.ts';
import { FigureChange } from './FigureChange.tsx';
import { type FigureForm, figureForms } from './figures/figure-forms.ts';
import { feesOfParts } from './figures/parts.ts';
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
            name={words.pnl}
            explained={uncertain > 0 ? text.trades.uncertainExplained : undefined}
            after={<AfterFeesLine pnl={total} fees={feesOfParts(results.days)} />}
            change={earlier && { form: money, now: total, earlier: totalOf(earlier) }}
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
            <strong data-tone={signTone(total)}>
              <FigureText figure={moneyFigure(total, text)} within={(figure) => text.results.amount(figure, quote)} />
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
            after={<AfterFigure after={drawdown?.after} show={(fall) => estimateText(fallAmount(fall), text)} />}
            change={earlier && { form: money, now: fallOf(drawdown), earlier: fallOf(earlier.drawdown) }}
            more={<DrawdownDays drawdown={drawdown} />}
          >
            {drawdown === null ? (
              text.none
            ) : (
              <span data-tone="down">
                <FigureText figure={moneyFigure(fallOf(drawdown), text)} />
              </span>
            )}
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
                after={<AfterFeesLine pnl={results[part].sum} fees={results[part].fees} />}
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
                <span data-tone={signTone(results[part].sum)}>
                  <FigureText figure={moneyFigure(results[part].sum, text)} />
                </span>
              </TradeFigure>
            ))}
          </dl>
          <PnlBridge account={archive.id} results={results} total={total} filter={filter} />
        </>
      )}
      {averages.some(isUncertain) && <p className="trade-uncertain">{words.uncertain}</p>}
    </>
  );
}

function totalOf({ days }: TradeResults): Decimal {
  return days.at(-1)?.total ?? '0';
}

/** Returns the drawdown as a negative amount; zero without one. */
export function fallOf(drawdown: Pick<Drawdown, 'amount'> | null): Decimal {
  return drawdown === null ? '0' : fallAmount(drawdown.amount);
}

/** Returns the amount of a fall as a negative one. */
export function fallAmount(fall: Decimal): Decimal {
  return fall === '0' ? fall : `-${fall}`;
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
  /** An estimate of the figure after fees. */
  after?: ReactNode;
  /** Shown below the figure. */
  more?: ReactNode;
  isUncertain?: boolean;
  children: ReactNode;
}

function TradeFigure({ name, explained, after, change, more, isUncertain: isMarked, children }: TradeFigureProps) {
  return (
    <div className="results-total" title={explained}>
      <dt>{name}</dt>
      <dd data-uncertain={isMarked || undefined}>{children}</dd>
      {after}
      {change && <FigureChange {...change} />}
      {more && <dd className="trade-figure-more">{more}</dd>}
    </div>
  );
}

/** A sum after estimated fees, below the gross one. Nothing without fees. */
export function AfterFeesLine({ pnl, fees }: { pnl: Decimal; fees: Fees | undefined }) {
  const text = useText();
  if (fees === undefined) return null;
  const [after, without] = afterTexts(pnl, fees, text);
  return (
    <dd className="trade-figure-more" title={text.fees.explained}>
      {after}
      {without !== undefined && <span className="trade-interval">{without}</span>}
    </dd>
  );
}

interface AfterFigureProps {
  after: readonly Decimal[] | undefined;
  show: (value: Decimal) => string;
}

/** A figure after estimated fees, below the gross one. Nothing without fees. */
export function AfterFigure({ after, show }: AfterFigureProps) {
  const text = useText();
  return (
    after && (
      <dd className="trade-figure-more" title={text.sentences(text.fees.winsExplained, text.fees.explained)}>
        {figureAfter(after, show, text)}
      </dd>
    )
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
  const { value, sample } = figure;
  const interval = intervalText(figure, form.isMoney ? roughText : (end) => form.show(end).shown, text);
  return (
    <TradeFigure
      name={name}
      {...(explained === undefined ? {} : { explained })}
      change={earlier && { form, now: value, earlier: earlier.value }}
      isUncertain={isUncertain(figure)}
      after={
        <AfterFigure
          after={figure.after}
          show={(after) => (form.isMoney ? estimateText(after, text) : form.show(after).shown)}
        />
      }
      more={
        <>
          {text.tradeResults.sample(sample)}
          {interval !== null && <span className="trade-interval">{interval}</span>}
        </>
      }
    >
      {value === null ? (
        text.none
      ) : (
        <span data-tone={form.isMoney ? signTone(value) : undefined}>
          <FigureText figure={form.show(value)} />
        </span>
      )}
    </TradeFigure>
  );
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
