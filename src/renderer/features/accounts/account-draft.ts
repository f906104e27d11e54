import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import {
  type BaseUrlProblem,
  type CredentialProblem,
  checkAccountName,
  checkBaseUrl,
  checkRequestsPerWindow,
  checkSecretKey,
  checkToken,
  defaultRequestsPerWindow,
  isSameHost,
  type NameProblem,
  publicBaseUrl,
  type RequestsProblem,
  withScheme,
} from '../../../shared/settings/account-input.ts';
import type { SigningVariant } from '../../../shared/values/domain.ts';

/** The content of the account form, as typed. */
export interface AccountDraft {
  /** `null` for a new account. */
  id: string | null;
  name: string;
  baseUrl: string;
  token: string;
  secretKey: string;
  signingVariant: SigningVariant;
  requests: string;
}

export interface DraftProblems {
  name: NameProblem | null;
  baseUrl: BaseUrlProblem | null;
  token: CredentialProblem | null;
  secretKey: CredentialProblem | null;
  requests: RequestsProblem | null;
}

export const newDraft: AccountDraft = {
  id: null,
  name: '',
  baseUrl: publicBaseUrl,
  token: '',
  secretKey: '',
  signingVariant: 'bytewise',
  requests: String(defaultRequestsPerWindow),
};

export function draftOf(account: AccountSummary): AccountDraft {
  return {
    id: account.id,
    name: account.name,
    baseUrl: account.baseUrl,
    token: '',
    secretKey: '',
    signingVariant: account.signingVariant,
    requests: String(account.requestsPerWindow),
  };
}

/** True if keys must be entered: none are stored, one of them is being replaced, or the host is another one. */
export function needsKeys(draft: AccountDraft, account: AccountSummary | undefined): boolean {
  return !account?.credentials || draft.token !== '' || draft.secretKey !== '' || isForAnotherHost(draft, account);
}

/** True if the draft names another host. Stored keys are sent only to the host for which they were entered. */
export function isForAnotherHost(draft: AccountDraft, account: AccountSummary): boolean {
  const baseUrl = withScheme(draft.baseUrl);
  return checkBaseUrl(baseUrl) === null && !isSameHost(baseUrl, account.baseUrl);
}

export function problemsOf(
  draft: AccountDraft,
  account: AccountSummary | undefined,
  otherNames: readonly string[],
): DraftProblems {
  const keys = needsKeys(draft, account);
  return {
    name: checkAccountName(draft.name, otherNames),
    baseUrl: checkBaseUrl(withScheme(draft.baseUrl)),
    token: keys ? checkToken(draft.token) : null,
    secretKey: keys ? checkSecretKey(draft.secretKey) : null,
    requests: checkRequestsPerWindow(draft.requests),
  };
}

export function hasNoProblems(problems: Partial<DraftProblems>): boolean {
  return Object.values(problems).every((problem) => problem === null);
}

/** Returns the input of `saveAccount`. The draft must have no problems. */
export function requestOf(draft: AccountDraft, account: AccountSummary | undefined, keptIn: 'keychain' | 'session') {
  return {
    ...(draft.id === null ? {} : { id: draft.id }),
    name: draft.name.trim(),
    ...connectionOf(draft, account),
    requestsPerWindow: Number(draft.requests.trim()),
    keptIn,
  };
}

export function connectionOf(draft: AccountDraft, account: AccountSummary | undefined) {
  return {
    baseUrl: withScheme(draft.baseUrl),
    signingVariant: draft.signingVariant,
    ...(needsKeys(draft, account)
      ? { credentials: { token: draft.token.trim(), secretKey: draft.secretKey.trim() } }
      : {}),
  };
}
