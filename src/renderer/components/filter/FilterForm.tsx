import { marginModes, orderStatuses, planStatuses } from '../../../shared/domain.ts';
import { type HistoryChoices, type HistoryFilter, type HistoryList, pnlSigns } from '../../../shared/history.ts';
import { rangeOf, withPart } from '../../model/history-filter.ts';
import { toggled } from '../../model/toggled.ts';
import { kindWord, statusWord } from '../../model/words.ts';
import { useText } from '../../text/use-text.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { Choices } from './Choices.tsx';
import { DatesField } from './DatesField.tsx';
import { RangeField } from './RangeField.tsx';
import { readDecimalRange } from './range-input.ts';
import { SymbolsField } from './SymbolsField.tsx';

interface FilterFormProps {
  list: HistoryList;
  filter: HistoryFilter;
  choices: HistoryChoices | undefined;
  onChange: (filter: HistoryFilter) => void;
}

/** Every part of a filter but its free text; each change is in force at once. */
export function FilterForm({ list, filter, choices, onChange }: FilterFormProps) {
  const text = useText();
  const put = <Name extends keyof HistoryFilter>(name: Name, part: HistoryFilter[Name]): void =>
    onChange(withPart(filter, name, part));
  const orders = list === 'order-history';
  const kinds = withChosen(choices?.kinds.map(({ value }) => value) ?? [], filter.kinds);
  const known: readonly string[] = orders ? orderStatuses : planStatuses;
  const statuses = withChosen([...known, ...(choices?.statuses.map(({ value }) => value) ?? [])], filter.statuses);
  return (
    <div className="filter-form">
      <SymbolsField
        symbols={choices?.symbols ?? []}
        chosen={filter.symbols ?? []}
        onChange={(symbols) => put('symbols', symbols)}
      />
      <div className="filter-fields">
        <DatesField created={filter.created} onChange={(created) => put('created', created)} />
        <div className="filter-pair">
          <ChoiceField
            label={text.filter.sides}
            options={(['buy', 'sell', 'other'] as const).map((value) => ({
              value,
              label: value === 'other' ? text.filter.other : text.side[value],
            }))}
            chosen={filter.sides}
            onChange={(sides) => put('sides', sides)}
          />
          {orders && (
            <ChoiceField
              label={text.filter.actions}
              options={(['open', 'close', 'other'] as const).map((value) => ({
                value,
                label: value === 'other' ? text.filter.other : text.actions[value],
              }))}
              chosen={filter.actions}
              onChange={(actions) => put('actions', actions)}
            />
          )}
          <ChoiceField
            label={text.filter.marginModes}
            options={marginModes.map((value) => ({ value, label: text.marginModes[value] }))}
            chosen={filter.marginModes}
            onChange={(modes) => put('marginModes', modes)}
          />
        </div>
        {kinds.length > 0 && (
          <ChoiceField
            label={text.filter.kinds}
            options={kinds.map((value) => ({ value, label: kindWord(value, text) }))}
            chosen={filter.kinds}
            onChange={(chosen) => put('kinds', chosen)}
          />
        )}
        <ChoiceField
          label={text.filter.statuses}
          options={statuses.map((value) => ({ value, label: statusWord(value, text) }))}
          chosen={filter.statuses}
          onChange={(chosen) => put('statuses', chosen)}
        />
        {orders && (
          <fieldset className="filter-field">
            <legend className="filter-label">{text.filter.pnl}</legend>
            <Choices
              options={pnlSigns.map((value) => ({ value, label: text.filter.pnlSigns[value] }))}
              chosen={filter.pnlSigns ?? []}
              onToggle={(sign) => put('pnlSigns', toggled(filter.pnlSigns ?? [], sign))}
            />
            <RangeField
              label={text.filter.pnl}
              value={{ from: filter.pnl?.from ?? '', to: filter.pnl?.to ?? '' }}
              read={readDecimalRange}
              onChange={(from, to) => put('pnl', rangeOf(from, to))}
            />
          </fieldset>
        )}
        <fieldset className="filter-field">
          <legend className="filter-label">{text.filter.leverage}</legend>
          <RangeField
            label={text.filter.leverage}
            value={{ from: filter.leverage?.from ?? '', to: filter.leverage?.to ?? '' }}
            read={readDecimalRange}
            onChange={(from, to) => put('leverage', rangeOf(from, to))}
          />
        </fieldset>
      </div>
    </div>
  );
}

/** What was chosen stays to be taken away, even where the list has it no more. */
function withChosen(values: readonly string[], chosen: readonly string[] | undefined): string[] {
  return [...new Set([...values, ...(chosen ?? [])])];
}
