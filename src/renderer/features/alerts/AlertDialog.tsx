import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { type FormEvent, Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import {
  type AlertKind,
  alertKinds,
  type PnlSubject,
  pnlSubjects,
  tickerMarkets,
} from '../../../shared/market/market.ts';
import { checkDraft, checkTiming, draftOf, newDraft } from '../../domain/alerts/alert-draft.ts';
import { type FormPart, formOf } from '../../domain/alerts/alert-kinds.ts';
import { alertWords } from '../../domain/alerts/alert-words.ts';
import { alertFormRequest, closeAlertForm, newAlert, saveAlert } from '../../domain/alerts/alerts.ts';
import {
  type AlertDraft,
  type AlertField,
  planScopes,
  pnlUnits,
  repetitions,
} from '../../domain/alerts/draft-fields.ts';
import { useCommand } from '../../platform/commands.ts';
import { dialog, focusAfterDialog } from '../../platform/dialogs.ts';
import { showNotice } from '../../platform/notice.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import { failureSentences } from '../../ui/text/failures.ts';
import { AlertInput, Field, SymbolChoice } from './AlertFields.tsx';
import { LevelField } from './LevelField.tsx';

/** The dialog for a new or existing alert. */
export function AlertDialog({ accounts, account }: { accounts: readonly AccountSummary[]; account: AccountSummary }) {
  const text = useText();
  const words = text.alerts;
  const open = useSelector(dialog) === 'alert';
  const request = useSelector(alertFormRequest);
  useCommand('new-alert', () => newAlert());
  const zone = useTimeZone();
  const accountId = (request.kind === 'new' ? request.preset.account : request.alert.account) ?? account.id;
  const inputs = { symbol: useRef<HTMLInputElement>(null), level: useRef<HTMLInputElement>(null) };
  const draft = request.kind === 'new' ? newDraft(request.preset) : draftOf(request.alert, zone);
  const of = accounts.find(({ id }) => id === accountId);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeAlertForm()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="dialog"
          initialFocus={() => firstInput(draft, inputs)?.current ?? true}
          finalFocus={focusAfterDialog}
        >
          <div className="dialog-header">
            <Dialog.Title className="dialog-title">{request.kind === 'new' ? words.new : words.change}</Dialog.Title>
          </div>
          {of && <AlertForm account={of} draft={draft} inputs={inputs} onDone={closeAlertForm} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface AlertInputs {
  symbol: RefObject<HTMLInputElement | null>;
  level: RefObject<HTMLInputElement | null>;
}

/** Returns the field that gets the focus: the level of a price alert, or the symbol that it lacks. `null` for the first field. */
function firstInput({ kind, symbol }: AlertDraft, inputs: AlertInputs): RefObject<HTMLInputElement | null> | null {
  if (kind !== 'price') return null;
  return symbol === '' ? inputs.symbol : inputs.level;
}

interface AlertFormProps {
  account: AccountSummary;
  draft: AlertDraft;
  inputs: AlertInputs;
  onDone: () => void;
}

/** The form of an alert, which is checked while the user types. */
function AlertForm({ account, draft: first, inputs, onDone }: AlertFormProps) {
  const text = useText();
  const words = text.alerts;
  const pnlExplained: Partial<Record<PnlSubject, string>> = words.pnlExplained;
  const kindsExplained: Partial<Record<AlertKind, string>> = words.explained;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const zone = useTimeZone();
  const { condition, problems: ofCondition } = checkDraft(draft);
  const { timing, problems: ofTiming } = checkTiming(draft, zone, Date.now());
  const problems = { ...ofCondition, ...ofTiming };
  const change = (changed: Partial<AlertDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const problem = (field: AlertField): string | null => {
    const found = problems[field];
    return found === undefined ? null : words.problems[found];
  };

  const explained = kindsExplained[draft.kind];

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (condition === null || timing === null) return;
    const { id, paused } = draft;
    const saved = await saveAlert({
      ...(id === null ? {} : { id }),
      account: account.id,
      condition,
      paused,
      ...timing,
    });
    if (!saved.ok) {
      setFailure(saved.error);
      return;
    }
    showNotice(words.saved(alertWords(condition, text)));
    onDone();
  };

  const symbolField = (
    <SymbolChoice
      account={account.id}
      market={draft.market}
      value={draft.symbol}
      onChange={(symbol) => change({ symbol })}
      problem={problem('symbol')}
      showProblem={isTried}
      inputRef={inputs.symbol}
    />
  );
  const marketField = (
    <Field label={words.market}>
      <Segmented
        label={words.market}
        options={tickerMarkets.map((value) => ({ value, label: words.markets[value] }))}
        value={draft.market}
        onChange={(market) => change({ market })}
      />
    </Field>
  );
  const percentField = (label: string) => (
    <AlertInput
      label={label}
      unit="%"
      value={draft.percent}
      onChange={(percent) => change({ percent })}
      problem={problem('percent')}
      showProblem={isTried}
    />
  );
  const minutesField = (label: string) => (
    <AlertInput
      label={label}
      unit={words.minutesUnit}
      value={draft.minutes}
      onChange={(minutes) => change({ minutes })}
      problem={problem('minutes')}
      showProblem={isTried}
    />
  );
  const plansField = (
    <>
      <Field label={words.plans}>
        <Segmented
          label={words.plans}
          options={planScopes
            .filter((value) => value !== 'plan' || draft.plan !== '')
            .map((value) => ({ value, label: words.scopes[value] }))}
          value={draft.scope}
          onChange={(scope) => change({ scope })}
        />
      </Field>
      {draft.scope === 'symbol' && symbolField}
      {draft.scope === 'plan' && <p className="form-hint">{words.thePlan(draft.symbol, draft.plan)}</p>}
    </>
  );

  const positionsField = (
    <>
      <Field label={words.positions}>
        <Segmented
          label={words.positions}
          options={(['all', 'symbol'] as const).map((value) => ({ value, label: words.scopes[value] }))}
          value={draft.scope === 'all' ? 'all' : 'symbol'}
          onChange={(scope) => change({ scope })}
        />
      </Field>
      {draft.scope !== 'all' && symbolField}
    </>
  );
  const isOfPosition = draft.of === 'position' || draft.of === 'entry';
  const units = pnlUnits[draft.of];
  const isPercent = units.includes('percent') && (units.length === 1 || draft.unit === 'percent');
  const pnlFields = (
    <>
      <Field label={words.pnlOf}>
        <SelectOne
          label={words.pnlOf}
          options={pnlSubjects.map((value) => ({ value, label: words.pnlSubjects[value] }))}
          value={draft.of}
          onChange={(of) => change({ of })}
          className="field alert-kind"
        />
      </Field>
      {isOfPosition && positionsField}
      <Field label={words.gain}>
        <Segmented
          label={words.gain}
          options={(['loss', 'gain'] as const).map((value) => ({
            value,
            label: (draft.of === 'entry' ? words.priceMoves : words.gains)[value],
          }))}
          value={draft.gain}
          onChange={(gain) => change({ gain })}
        />
      </Field>
      {units.length > 1 && (
        <Field label={words.unit}>
          <Segmented
            label={words.unit}
            options={units.map((value) => ({
              value,
              label: (isOfPosition ? words.pnlUnits : words.accountUnits)[value],
            }))}
            value={draft.unit}
            onChange={(unit) => change({ unit })}
          />
        </Field>
      )}
      <AlertInput
        label={words.atLeast}
        unit={isPercent ? '%' : isOfPosition ? '' : draft.quote.trim().toUpperCase()}
        value={draft.amount}
        onChange={(amount) => change({ amount })}
        problem={problem('amount')}
        showProblem={isTried}
      />
      {!isOfPosition && (
        <AlertInput
          label={words.quote}
          value={draft.quote}
          onChange={(quote) => change({ quote })}
          problem={problem('quote')}
          showProblem={isTried}
        />
      )}
    </>
  );

  const timingFields = (
    <>
      <Field label={words.repeat}>
        <Segmented
          label={words.repeat}
          options={repetitions.map((value) => ({ value, label: words.repetitions[value] }))}
          value={draft.repeat}
          onChange={(repeat) => change({ repeat })}
        />
      </Field>
      <div className="alert-timing">
        {draft.repeat === 'spaced' && (
          <AlertInput
            label={words.quiet}
            unit={words.minutesUnit}
            value={draft.quiet}
            onChange={(quiet) => change({ quiet })}
            problem={problem('quiet')}
            showProblem={isTried}
          />
        )}
        <AlertInput
          label={words.ends}
          inputMode="text"
          placeholder={words.never}
          value={draft.ends}
          onChange={(ends) => change({ ends })}
          problem={problem('ends')}
          showProblem={isTried}
        />
      </div>
    </>
  );

  const fields: Record<FormPart, () => ReactNode> = {
    plans: () => plansField,
    positions: () => positionsField,
    ticker: () => (
      <>
        {marketField}
        {symbolField}
      </>
    ),
    level: () => (
      <LevelField
        account={account.id}
        draft={draft}
        onChange={change}
        problem={problem('level')}
        showProblem={isTried}
        inputRef={inputs.level}
      />
    ),
    pnl: () => pnlFields,
    within: () => percentField(words.percent),
    'at-least': () => percentField(words.atLeast),
    trades: () => (
      <AlertInput
        label={words.trades}
        unit={words.tradesUnit}
        inputMode="text"
        value={draft.trades}
        onChange={(trades) => change({ trades })}
        problem={problem('trades')}
        showProblem={isTried}
      />
    ),
    'not-updated-for': () => minutesField(words.minutes),
    'without-stop-for': () => minutesField(words.minutesWithoutStop),
    'within-minutes': () => minutesField(words.percent),
  };

  return (
    <form className="alert-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={words.kind}>
        <SelectOne
          label={words.kind}
          options={alertKinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={draft.kind}
          onChange={(kind) => change({ kind, scope: scopeFor(draft) })}
          className="field alert-kind"
        />
      </Field>
      {formOf(draft.kind).parts.map((part) => (
        <Fragment key={part}>{fields[part]()}</Fragment>
      ))}
      {explained && <p className="form-hint">{explained}</p>}
      {draft.kind === 'pnl' && pnlExplained[draft.of] && <p className="form-hint">{pnlExplained[draft.of]}</p>}
      {timingFields}
      {failure && (
        <p role="alert" className="form-problem">
          {failureSentences(failure, text)}
        </p>
      )}
      <footer className="alert-actions">
        <span className="alert-account">{words.ofAccount(account.name)}</span>
        <button type="button" className="button" onClick={onDone}>
          {words.cancel}
        </button>
        <button type="submit" className="button button-main">
          {draft.id === null ? words.make : words.save}
        </button>
      </footer>
    </form>
  );
}

function scopeFor({ scope, plan, symbol }: AlertDraft): AlertDraft['scope'] {
  if (scope !== 'all') return scope;
  return plan !== '' ? 'plan' : symbol !== '' ? 'symbol' : 'all';
}
