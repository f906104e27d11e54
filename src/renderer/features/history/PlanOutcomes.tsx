import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { PlanOutcomes as Outcomes } from '../../../shared/contract/plans.ts';
import type { AnswerOf } from '../../../shared/contract/questions.ts';
import { certainSample } from '../../../shared/orders/trades.ts';
import { quotient } from '../../../shared/values/decimal.ts';
import type { ShownList } from '../../domain/orders/archive/list-definition.ts';
import { kindWord } from '../../domain/orders/words.ts';
import { request } from '../../platform/client.ts';
import { copyText } from '../../platform/copy-text.ts';
import { countText } from '../../text/number-form.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { filterKey } from '../../ui/filter/list-filter.ts';
import { decimalText } from '../../ui/text/figures.ts';
import '../../domain/orders/coverage/coverage.css';
import './plan-outcomes.css';

/** Most symbols that are shown. */
const maxSymbols = 20;

interface Group {
  name: string;
  outcomes: Outcomes;
}

/** What became of the filtered plan orders, by symbol and order type, in a popover. */
export function PlanOutcomes({ shown }: { shown: ShownList<HistoryFilter> }) {
  const words = useText().planChain.outcomes;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className="status-button">{words.open}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={8} side="top" align="start">
          <Popover.Popup className="popup coverage-popup plan-outcomes">
            <Popover.Title className="coverage-title">{words.title}</Popover.Title>
            <OutcomeTables shown={shown} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function OutcomeTables({ shown }: { shown: ShownList<HistoryFilter> }) {
  const { account, filter, zone, presetDay, version } = shown;
  const text = useText();
  const words = text.planChain.outcomes;
  const key = `${filterKey(filter)} ${zone} ${presetDay}`;
  const { data, isError } = useQuery({
    queryKey: ['plan-outcomes', account, key, version],
    queryFn: ({ signal }) => request('readPlanOutcomes', { account, filter, zone }, signal),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  if (isError) return <p className="form-hint">{words.loadFailed}</p>;
  if (!data) return <p className="form-hint" aria-busy />;
  const tables = tablesOf(data, text);
  return (
    <>
      {tables.map(([heading, groups]) => (
        <OutcomeTable key={heading} heading={heading} groups={groups} />
      ))}
      {data.symbols.length > maxSymbols && <p className="form-hint">{words.more(maxSymbols)}</p>}
      <button type="button" className="button" onClick={() => void copyText(tsvOf(tables, text), text, words.copied)}>
        <Copy size={14} aria-hidden="true" />
        {words.copy}
      </button>
    </>
  );
}

function OutcomeTable({ heading, groups }: { heading: string; groups: readonly Group[] }) {
  const text = useText();
  const words = text.planChain.outcomes;
  return (
    <table className="coverage-table" aria-label={heading}>
      <thead>
        <tr>
          <th>{heading}</th>
          {columnsOf(text).map((column) => (
            <th
              key={column}
              className="coverage-figure"
              title={column === words.success ? words.successExplained : undefined}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, outcomes }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {figuresOf(outcomes, text).map((figure, place) => (
              <td
                key={columnsOf(text)[place]}
                className="coverage-figure"
                data-uncertain={place === 5 && triggeredOf(outcomes) < certainSample ? true : undefined}
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function tablesOf({ all, symbols, kinds }: AnswerOf<'readPlanOutcomes'>, text: Text): [string, Group[]][] {
  const words = text.planChain.outcomes;
  const total = { name: words.all, outcomes: all };
  return [
    [
      words.byKind,
      [
        total,
        ...kinds.map((each) => ({ name: each.kind === null ? text.none : kindWord(each.kind, text), outcomes: each })),
      ],
    ],
    [words.bySymbol, symbols.slice(0, maxSymbols).map((each) => ({ name: each.symbol, outcomes: each }))],
  ];
}

function columnsOf({ planChain: { outcomes: words } }: Text): string[] {
  return [words.plans, words.executed, words.partial, words.failed, words.canceled, words.success];
}

/** Plan orders that have triggered. */
function triggeredOf({ executed, partial, failed }: Outcomes): number {
  return executed + partial + failed;
}

function figuresOf(outcomes: Outcomes, text: Text): string[] {
  const { plans, executed, partial, failed, canceled } = outcomes;
  const triggered = triggeredOf(outcomes);
  const success = triggered === 0 ? null : quotient(String((executed + partial) * 100), String(triggered), 1);
  return [
    ...[plans, executed, partial, failed, canceled].map(countText),
    success === null ? text.none : text.tradeResults.percent(decimalText(success, { minimumPlaces: 1 })),
  ];
}

function tsvOf(tables: readonly [string, readonly Group[]][], text: Text): string {
  return tables
    .map(([heading, groups]) =>
      [[heading, ...columnsOf(text)], ...groups.map(({ name, outcomes }) => [name, ...figuresOf(outcomes, text)])]
        .map((line) => line.join('\t'))
        .join('\n'),
    )
    .join('\n\n');
}
