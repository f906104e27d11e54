import { Check, TriangleAlert } from 'lucide-react';
import type { ConnectionCheck, ConnectionReport } from '../../../shared/contract/accounts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { ErrorCode } from '../../../shared/values/error-codes.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { failureSentences } from '../../ui/text/failures.ts';

/** Clock offset (ms) from which the exchange may reject signed requests. */
const maxClockOffsetMs = 30_000;

/** With these failures the exchange did not look at the request. */
const codesOfBusyExchange: ReadonlySet<ErrorCode> = new Set(['throttled', 'service-busy']);

interface CheckLineProps {
  /** Missing if all checks have failed with one cause. */
  name?: string;
  check: ConnectionCheck;
  /** Host of the address that the user has typed; `null` for the exchange's own. */
  host: string | null;
  /** Said if the exchange was too busy for the check. */
  notDone?: string;
}

/** The result of the public and of the signed test request. */
export function ConnectionResult({ report, host }: { report: ConnectionReport; host: string | null }) {
  const text = useText();
  const offset = report.clockOffset;
  const isOneFailure =
    !report.public.ok && !report.signed.ok && hasOneText(report.public.error, report.signed.error, host, text);
  return (
    <div className="connection-result" role="status">
      {isOneFailure ? (
        <CheckLine check={report.signed} host={host} notDone={text.accounts.testNotDone} />
      ) : (
        <>
          <CheckLine name={text.accounts.testPublic} check={report.public} host={host} />
          <CheckLine
            name={text.accounts.testSigned}
            check={report.signed}
            host={host}
            notDone={text.accounts.testNotDone}
          />
        </>
      )}
      {report.proxy !== null && <p className="connection-line form-hint">{text.accounts.testProxy(report.proxy)}</p>}
      {offset !== null && Math.abs(offset) > maxClockOffsetMs && (
        <p className="connection-line" data-tone="warning">
          <TriangleAlert size={14} aria-hidden="true" />
          {text.accounts.clockOff(Math.round(offset / 1000))}
        </p>
      )}
    </div>
  );
}

function CheckLine({ name, check, host, notDone }: CheckLineProps) {
  const text = useText();
  if (check.ok) {
    return (
      <p className="connection-line">
        <Check size={14} className="connection-works" aria-hidden="true" />
        <strong>{name}</strong> {text.accounts.testWorks(check.took)}
      </p>
    );
  }
  const reply = replyOf(check.error, text);
  return (
    <p className="connection-line">
      <TriangleAlert size={14} className="failure-icon" aria-hidden="true" />
      <span>
        {name !== undefined && <strong>{name} </strong>}
        {codesOfBusyExchange.has(check.error.code) && notDone} {sentencesOf(check.error, host, text)}
        {reply !== null && <span className="form-hint"> {reply}</span>}
      </span>
    </p>
  );
}

function hasOneText(a: Failure, b: Failure, host: string | null, text: Text): boolean {
  return sentencesOf(a, host, text) === sentencesOf(b, host, text) && replyOf(a, text) === replyOf(b, text);
}

/** Returns what happened and what to do. An address that the user has typed is the likelier cause than the network. */
function sentencesOf(failure: Failure, host: string | null, text: Text): string {
  const { unreachable } = text.accounts;
  const reason = failure.unreachable ?? (failure.code === 'timeout' ? 'timeout' : null);
  return host === null || reason === null || failure.proxy
    ? failureSentences(failure, text)
    : unreachable[reason](host);
}

/** Returns what the exchange or the proxy replied; `null` if it gave no reason. */
function replyOf({ service, proxyStatus }: Failure, text: Text): string | null {
  if (proxyStatus !== undefined) return text.failure.proxyStatus(String(proxyStatus));
  return service?.errno === undefined ? null : text.failure.service(String(service.errno), service.errmsg ?? '');
}
