import { BellPlus, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { conditionWords } from '../../../shared/activity-words.ts';
import type { Alert } from '../../../shared/market.ts';
import type { Result } from '../../../shared/result.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { failureOf } from '../../api/client.ts';
import { EmptyNotice, FailureNotice } from '../../components/screen/Notices.tsx';
import { decimalText } from '../../model/figures.ts';
import { useAccounts } from '../../state/accounts.ts';
import { changeAlert, newAlert, removeAlert, saveAlert, useAlerts } from '../../state/alerts.ts';
import { showNotice } from '../../state/notice.ts';
import { useTimeZone } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';
import { useActivityWords } from './use-activity-words.ts';

/** All alerts, with buttons to pause, change and delete them. */
export function AlertList() {
  const text = useText();
  const { alerts, isKnown, error, readAgain } = useAlerts();
  const failure = failureOf(error);
  if (failure && !isKnown) return <FailureNotice failure={failure} form="panel" onRetry={readAgain} />;
  return (
    <>
      <div className="activity-tools">
        <button type="button" className="button" onClick={() => newAlert()}>
          <BellPlus size={14} aria-hidden="true" />
          {text.alerts.new}
        </button>
      </div>
      {alerts.length === 0 ? (
        isKnown && <EmptyNotice what={text.alerts.none} next={text.alerts.noneNext} />
      ) : (
        <ul className="activity-list" aria-label={text.activity.alerts}>
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </>
  );
}

function AlertItem({ alert }: { alert: Alert }) {
  const text = useText();
  const words = text.alerts;
  const zone = useTimeZone();
  const severalAccounts = (useAccounts().data?.length ?? 0) > 1;
  const { accountName } = useActivityWords();
  const { id, account, condition, paused, lastFiredAt } = alert;
  const name = conditionWords(condition, { text: text.activity, format: decimalText });
  const notify = ({ ok }: Result<unknown>, done: string): void => showNotice(ok ? done : text.alerts.notDone);
  const pause = (): void =>
    void saveAlert({ id, account, condition, paused: !paused }).then((result) =>
      notify(result, paused ? words.resumed(name) : words.pausedNow(name)),
    );
  const remove = (): void => void removeAlert(alert).then((result) => notify(result, words.removed(name)));
  return (
    <li className="alert-item" data-paused={paused || undefined}>
      <div className="activity-words">
        <span className="activity-title">{name}</span>
        <span className="activity-facts">
          {paused && <span>{words.isPaused}</span>}
          <span>{lastFiredAt === null ? words.neverFired : words.lastFired(formatTimestamp(lastFiredAt, zone))}</span>
          {severalAccounts && <span>{accountName(account)}</span>}
        </span>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={paused ? words.resume(name) : words.pause(name)}
        onClick={pause}
      >
        {paused ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />}
      </button>
      <button type="button" className="icon-button" aria-label={words.edit(name)} onClick={() => changeAlert(alert)}>
        <Pencil size={14} aria-hidden="true" />
      </button>
      <button type="button" className="icon-button" aria-label={words.remove(name)} onClick={remove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
