import { useId, useState } from 'react';
import type { ContractSize } from '../../../../shared/contract/trades.ts';
import { baseOf } from '../../../../shared/market/symbols.ts';
import { exchangeKeyOf } from '../../../../shared/settings/account-input.ts';
import { maxTypedLength } from '../../../../shared/settings/choices.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { signOf } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { isTold } from '../../../../shared/values/told.ts';
import { isAmbiguousDecimal, readTypedDecimal } from '../../../../shared/values/typed-decimal.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useStoreEntry } from '../../../platform/settings/store-entry.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { useAccounts } from '../../accounts/accounts.ts';
import './contract-size.css';

interface ContractSizeSectionProps {
  /** ID of the account. */
  account: string;
  symbol: string;
  contract: ContractSize;
}

/** The size of a symbol's contract, and a field in which the user can type or confirm it for all accounts of the exchange. */
export function ContractSizeSection({ account, symbol, contract }: ContractSizeSectionProps) {
  const text = useText();
  const hint = useId();
  const zone = useTimeZone();
  const [typed, setTyped] = useState('');
  const words = text.contractSize;
  const type = useTypeSize(account, symbol);
  const { size, typed: own } = contract;
  const known = isTold(size) ? size : '';
  const read = readTypedDecimal(typed.trim() === '' ? known : typed);
  const isWrong = typed.trim() !== '' && (read === null || signOf(read) <= 0);
  const problem = isAmbiguousDecimal(typed) ? text.filter.problems.ambiguous : words.wrong;
  return (
    <section className="panel-section contract-size" aria-label={words.title}>
      <h3>{words.title}</h3>
      {sizeNotes(contract, zone, text).map((note) => (
        <p key={note} className="contract-size-note">
          {note}
        </p>
      ))}
      {own === null ? (
        <form
          className="contract-size-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (read === null || isWrong || signOf(read) <= 0) return;
            type(read);
            setTyped('');
          }}
        >
          <span className="field contract-size-field">
            <input
              className="field-input"
              maxLength={maxTypedLength}
              aria-label={words.label}
              aria-invalid={isWrong || undefined}
              aria-describedby={hint}
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              placeholder={known === '' ? words.example : known}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </span>
          <span className="contract-size-note">{baseOf(symbol)}</span>
          <button type="submit" className="button" disabled={read === null || isWrong}>
            {words.confirm}
          </button>
        </form>
      ) : (
        <button type="button" className="button contract-size-remove" onClick={() => type(null)}>
          {words.remove}
        </button>
      )}
      <p id={hint} className={isWrong ? 'form-problem' : 'form-hint'}>
        {isWrong ? problem : words.shared}
      </p>
    </section>
  );
}

/** Returns what is known of the size of a contract, and why it is not known. */
function sizeNotes(
  { size, from, to, since, typed, agreeing, trades }: ContractSize,
  zone: string,
  text: Text,
): string[] {
  const words = text.contractSize;
  if (!isTold(size)) return [words.reasons[size.cannotBeTold]];
  const notes =
    typed?.contradicts === false
      ? [words.typed(size)]
      : [
          since === null ? size : words.since(size, formatTimestamp(since, zone).slice(0, 10)),
          from === to || from === null || to === null ? '' : words.between(from, to),
          words.agree(agreeing, trades),
        ];
  return [...notes.filter((note) => note !== ''), ...(typed?.contradicts ? [words.contradicts(typed.size, size)] : [])];
}

/** Returns the function that stores the size of a symbol's contract for the exchange of an account; `null` removes it. */
function useTypeSize(account: string, symbol: string): (size: Decimal | null) => void {
  const { contractSize: words } = useText();
  const store = useStoreEntry('contractSizes');
  const summary = useAccounts().data?.find(({ id }) => id === account);
  return (size) => {
    if (summary) store(exchangeKeyOf(summary), symbol, size, size === null ? words.removed : words.saved);
  };
}
