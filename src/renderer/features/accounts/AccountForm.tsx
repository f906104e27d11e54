import { useEffect, useRef, useState } from 'react';
import type { AccountSummary, ConnectionReport } from '../../../shared/contract/accounts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import { publicBaseUrl, withScheme } from '../../../shared/settings/account-input.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { signingVariants } from '../../../shared/values/domain.ts';
import { client } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { startTimer } from '../../platform/timer.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { failureText } from '../../ui/text/failures.ts';
import {
  type AccountDraft,
  connectionOf,
  type DraftProblems,
  draftOf,
  hasNoProblems,
  isForAnotherHost,
  needsKeys,
  newDraft,
  problemsOf,
  requestOf,
} from './account-draft.ts';
import { ConnectionResult } from './ConnectionResult.tsx';
import { RemoveAccount } from './RemoveAccount.tsx';
import { TextField } from './TextField.tsx';

interface AccountFormProps {
  account: AccountSummary | undefined;
  otherNames: readonly string[];
  onSaved: (account: AccountSummary) => void;
  onRemoved: () => void;
}

/** `waiting`: a save that the keychain delays. */
type Busy = 'testing' | 'saving' | 'waiting' | null;

/** Milliseconds after which a save is said to wait for the keychain: one that shows no prompt responds sooner. */
const keychainWaitMs = 3000;

export function AccountForm({ account, otherNames, onSaved, onRemoved }: AccountFormProps) {
  const text = useText();
  const words = text.accounts;
  const [draft, setDraft] = useState<AccountDraft>(() => (account ? draftOf(account) : newDraft));
  const [showProblems, setShowProblems] = useState(false);
  const zone = useTimeZone();
  const [busy, setBusy] = useState<Busy>(null);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** Number of the latest save. Only its failure counts: keeping the keys for the session ends a save that waits for the keychain. */
  const latestSave = useRef(0);

  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = draft;
  });

  const problems = problemsOf(draft, account, otherNames);
  const change = (part: Partial<AccountDraft>): void => {
    setDraft({ ...draft, ...part });
    setReport(null);
    setFailure(null);
  };
  const messageOf = <Problem extends string>(
    problem: Problem | null,
    sentences: Record<Problem, string>,
  ): string | null => (problem === null ? null : sentences[problem]);

  const test = async (): Promise<void> => {
    const { name: _name, requests: _requests, ...needed } = problems;
    if (!hasNoProblems(needed satisfies Partial<DraftProblems>)) {
      setShowProblems(true);
      return;
    }
    setBusy('testing');
    setFailure(null);
    const { credentials, ...connection } = connectionOf(draft, account);
    const result = await client.testConnection(
      credentials ? { ...connection, credentials } : { ...connection, id: account?.id ?? '' },
    );
    setBusy(null);
    // The result says nothing about a draft that the user has changed meanwhile.
    if (latestDraft.current !== draft) return;
    if (result.ok) setReport(result.data);
    else setFailure(result.error);
  };

  const save = async (keptIn: 'keychain' | 'session'): Promise<void> => {
    if (!hasNoProblems(problems)) {
      setShowProblems(true);
      return;
    }
    latestSave.current += 1;
    const number = latestSave.current;
    setBusy('saving');
    setFailure(null);
    const change = requestOf(draft, account, keptIn);
    const stopTimer = startTimer(() => {
      if (number === latestSave.current && keptIn === 'keychain' && change.credentials) setBusy('waiting');
    }, keychainWaitMs);
    const result = await client.saveAccount(change);
    stopTimer();
    if (!result.ok && number !== latestSave.current) return;
    setBusy(null);
    if (!result.ok) {
      setFailure(result.error);
      return;
    }
    // If the keychain was faster than the user's wish to keep the keys for the session, the failure of that wish is dropped.
    latestSave.current += 1;
    // Removes the saved keys from the page.
    setDraft(draftOf(result.data));
    showNotice((keptIn === 'session' ? words.savedForSession : words.saved)(result.data.name));
    onSaved(result.data);
  };

  // The user may keep the keys for this session then.
  const hasNoKeychain = failure?.code === 'keychain-unavailable';
  const isWaiting = busy === 'waiting';
  const offersSession = hasNoKeychain || isWaiting;
  const stored = account?.credentials;
  const storedOn = stored ? formatTimestamp(stored.savedAt, zone).slice(0, 10) : '';
  const moves = account !== undefined && stored && isForAnotherHost(draft, account);
  const tokenHint = moves
    ? words.keysForAnotherHost
    : stored
      ? words.stored(storedOn, stored.endsIn)
      : account
        ? words.keysMissing
        : words.keysExplained;

  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // New keys go to the keychain. Without new keys the stored ones stay where they are.
        void save(needsKeys(draft, account) ? 'keychain' : (stored?.keptIn ?? 'keychain'));
      }}
    >
      <div className="account-fields">
        <TextField
          label={words.name}
          value={draft.name}
          onChange={(name) => change({ name })}
          problem={messageOf(problems.name, words.nameProblems)}
          showProblem={showProblems}
          placeholder={words.namePlaceholder}
        />
        <div className="form-field">
          <span>{words.exchange}</span>
          <Segmented
            label={words.exchange}
            options={[
              { value: 'public', label: words.publicHost },
              { value: 'custom', label: words.customHost },
            ]}
            value={draft.baseUrl === publicBaseUrl ? 'public' : 'custom'}
            onChange={(choice) => change({ baseUrl: choice === 'public' ? publicBaseUrl : '' })}
          />
        </div>
        <TextField
          label={words.baseUrl}
          value={draft.baseUrl}
          onChange={(baseUrl) => change({ baseUrl })}
          onLeave={() => draft.baseUrl !== withScheme(draft.baseUrl) && change({ baseUrl: withScheme(draft.baseUrl) })}
          problem={messageOf(problems.baseUrl, words.baseUrlProblems)}
          showProblem={showProblems}
        />
        <TextField
          label={words.token}
          value={draft.token}
          onChange={(token) => change({ token })}
          problem={messageOf(problems.token, words.credentialProblems)}
          showProblem={showProblems}
          hint={tokenHint}
          secret
        />
        <TextField
          label={words.secretKey}
          value={draft.secretKey}
          onChange={(secretKey) => change({ secretKey })}
          problem={messageOf(problems.secretKey, words.credentialProblems)}
          showProblem={showProblems}
          {...(stored && !moves ? { hint: words.storedSecret } : {})}
          secret
        />
        <details className="form-advanced" open={problems.requests !== null || undefined}>
          <summary>{words.advanced}</summary>
          <div className="form-field">
            <span>{words.signingVariant}</span>
            <Segmented
              label={words.signingVariant}
              options={signingVariants.map((value) => ({ value, label: words.signingVariants[value] }))}
              value={draft.signingVariant}
              onChange={(signingVariant) => change({ signingVariant })}
            />
            <p className="form-hint">{words.signingExplained}</p>
          </div>
          <TextField
            label={words.requests}
            value={draft.requests}
            onChange={(requests) => change({ requests })}
            problem={messageOf(problems.requests, words.requestsProblems)}
            showProblem={showProblems}
            hint={words.requestsExplained}
          />
        </details>
      </div>

      {report && <ConnectionResult report={report} host={hostNameOf(withScheme(draft.baseUrl))} />}
      {failure && <SaveFailure failure={failure} />}
      {isWaiting && <p role="status">{words.waiting}</p>}

      <footer className="form-actions">
        {account && <RemoveAccount account={account} onRemoved={onRemoved} />}
        <span className="toolbar-space" />
        <button type="button" className="button" disabled={busy !== null} onClick={() => void test()}>
          {busy === 'testing' ? words.testing : words.test}
        </button>
        <button type="submit" className={offersSession ? 'button' : 'button button-main'} disabled={busy !== null}>
          {hasNoKeychain ? words.saveAgain : words.save}
        </button>
        {offersSession && (
          <button
            type="button"
            className="button button-main"
            disabled={busy !== null && !isWaiting}
            onClick={() => void save('session')}
          >
            {words.sessionOnly}
          </button>
        )}
      </footer>
    </form>
  );
}

/** Returns the host of a base URL for the user; `null` for that of the exchange, which no user has typed. */
function hostNameOf(baseUrl: string): string | null {
  return baseUrl === publicBaseUrl || !URL.canParse(baseUrl) ? null : new URL(baseUrl).host;
}

function SaveFailure({ failure }: { failure: Failure }) {
  const text = useText();
  const { what, next } = failureText(failure, text);
  return (
    <div role="alert" className="form-failure">
      <p>
        <strong>{what}</strong> {next}
      </p>
    </div>
  );
}
