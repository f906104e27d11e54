import { Menu } from '@base-ui/react/menu';
import { BellPlus, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { conditionWords } from '../../../shared/activity-words.ts';
import type { Alert } from '../../../shared/contract/alerts.ts';
import type { Result } from '../../../shared/result.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { changeAlert, newAlert, removeAlert, saveAlert, useAlerts } from '../../domain/alerts/alerts.ts';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { failureOf } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { offerUndo } from '../../platform/undo.ts';
import { useText } from '../../text/use-text.ts';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { EmptyNotice } from '../../ui/screen/Notices.tsx';
import { decimalText } from '../../ui/text/figures.ts';
import { useActivityWords } from './use-activity-words.ts';

/** All alerts, with buttons to pause, change and delete them. */
export function AlertList() {
  const text = useText();
  const { alerts, isKnown, error, readAgain } = useAlerts();
  const failure = failureOf(error);
  const menuOf = (id: string) => {
    const alert = alerts.find((each) => each.id === id);
    if (!alert) return null;
    const label = conditionWords(alert.condition, { text: text.activity, format: decimalText });
    return { label, items: <AlertItems alert={alert} /> };
  };
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
        <RowMenu className="activity-area" by="row" menuOf={menuOf}>
          <ul className="activity-list" aria-label={text.activity.alerts}>
            {alerts.map((alert) => (
              <AlertItem key={alert.id} alert={alert} />
            ))}
          </ul>
        </RowMenu>
      )}
    </>
  );
}

/** The commands for an alert, with their names. */
function useAlertCommands(alert: Alert) {
  const text = useText();
  const words = text.alerts;
  const { id, account, condition, paused } = alert;
  const name = conditionWords(condition, { text: text.activity, format: decimalText });
  const notify = ({ ok }: Result<unknown>, done: string): void => showNotice(ok ? done : words.notDone);
  return {
    name,
    pause: {
      word: paused ? words.resume(name) : words.pause(name),
      Icon: paused ? Play : Pause,
      run: () =>
        void saveAlert({ id, account, condition, paused: !paused }).then((result) =>
          notify(result, paused ? words.resumed(name) : words.pausedNow(name)),
        ),
    },
    edit: { word: words.edit(name), Icon: Pencil, run: () => changeAlert(alert) },
    remove: {
      word: words.remove(name),
      Icon: Trash2,
      run: () =>
        void removeAlert(alert).then(({ ok }) => {
          if (!ok) showNotice(words.notDone);
          else offerUndo(words.removed(name), () => void saveAlert({ account, condition, paused }));
        }),
    },
  };
}

/** Menu items of an alert: its commands, and what belongs to its symbol. */
function AlertItems({ alert }: { alert: Alert }) {
  const { pause, edit, remove } = useAlertCommands(alert);
  const { account, condition } = alert;
  const market = 'market' in condition ? condition.market : 'futures';
  return (
    <>
      {[pause, edit, remove].map(({ word, run }) => (
        <Menu.Item key={word} className="popup-item" onClick={run}>
          {word}
        </Menu.Item>
      ))}
      {'symbol' in condition && condition.symbol !== undefined && (
        <>
          <Menu.Separator className="popup-separator" />
          <SymbolItems account={account} tickersOf={market} symbol={condition.symbol} />
        </>
      )}
    </>
  );
}

function AlertItem({ alert }: { alert: Alert }) {
  const words = useText().alerts;
  const zone = useTimeZone();
  const severalAccounts = (useAccounts().data?.length ?? 0) > 1;
  const { accountName } = useActivityWords();
  const { account, paused, lastFiredAt } = alert;
  const { name, pause, edit, remove } = useAlertCommands(alert);
  return (
    <li className="alert-item" data-row={alert.id} data-paused={paused || undefined}>
      <div className="activity-words">
        <span className="activity-title">{name}</span>
        <span className="activity-facts">
          {paused && <span>{words.isPaused}</span>}
          <span>{lastFiredAt === null ? words.neverFired : words.lastFired(formatTimestamp(lastFiredAt, zone))}</span>
          {severalAccounts && <span>{accountName(account)}</span>}
        </span>
      </div>
      {Object.entries({ pause, edit, remove }).map(([command, { word, Icon, run }]) => (
        <button key={command} type="button" className="icon-button" aria-label={word} title={word} onClick={run}>
          <Icon size={14} aria-hidden="true" />
        </button>
      ))}
    </li>
  );
}
