import { Menu } from '@base-ui/react/menu';
import { BellPlus, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import type { Alert, AlertCondition } from '../../../shared/contract/alerts.ts';
import { lastPriceOf } from '../../../shared/market/last-price.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { percentChange } from '../../../shared/values/decimal.ts';
import type { Result } from '../../../shared/values/result.ts';
import { isTold } from '../../../shared/values/told.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { lastDayOf } from '../../domain/alerts/alert-draft.ts';
import { againWords } from '../../domain/alerts/alert-kinds.ts';
import { alertWords } from '../../domain/alerts/alert-words.ts';
import { changeAlert, newAlert, removeAlert, saveAlert, useAlerts } from '../../domain/alerts/alerts.ts';
import { useIsLive } from '../../domain/market/freshness.ts';
import { useLive } from '../../domain/market/live/live.ts';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { failureOf } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { offerUndo } from '../../platform/undo.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { EmptyNotice } from '../../ui/screen/Notices.tsx';
import { percentText } from '../../ui/text/figures.ts';
import { useActivityWords } from './use-activity-words.ts';

/** All alerts, with buttons to pause, change and delete them. */
export function AlertList() {
  const text = useText();
  const { alerts, isKnown, error, readAgain } = useAlerts();
  const failure = failureOf(error);
  const menuOf = (id: string) => {
    const alert = alerts.find((each) => each.id === id);
    if (!alert) return null;
    return { label: alertWords(alert.condition, text), items: <AlertItems alert={alert} /> };
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
  const { id, account, condition, paused, quietMinutes, endsAt } = alert;
  const name = alertWords(condition, text);
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
          else
            offerUndo(words.removed(name), () => void saveAlert({ account, condition, paused, quietMinutes, endsAt }));
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
  const text = useText();
  const words = text.alerts;
  const zone = useTimeZone();
  const severalAccounts = (useAccounts().data?.length ?? 0) > 1;
  const { accountName } = useActivityWords();
  const { account, condition, paused, quietMinutes, endsAt, lastFiredAt } = alert;
  const { name, pause, edit, remove } = useAlertCommands(alert);
  const symbol = 'symbol' in condition ? (condition.symbol ?? '') : '';
  const rules = useRulesOf(account)(symbol);
  const again = paused ? null : againWords(alert, rules, text);
  return (
    <li className="alert-item" data-row={alert.id} data-paused={paused || undefined}>
      <div className="activity-words">
        <span className="activity-title">{name}</span>
        <span className="activity-facts">
          {paused && <span>{words.isPaused}</span>}
          {!paused && symbol !== '' && <SymbolState account={account} symbol={symbol} condition={condition} />}
          <span>{lastFiredAt === null ? words.neverFired : words.lastFired(formatTimestamp(lastFiredAt, zone))}</span>
          {again !== null && <span>{again}</span>}
          {quietMinutes === null && <span>{words.firesOnce}</span>}
          {endsAt !== null && <span>{words.endsOn(lastDayOf(endsAt, zone))}</span>}
          {severalAccounts && <span>{accountName(account)}</span>}
        </span>
      </div>
      {Object.entries({ pause, edit, remove }).map(([command, { word, Icon, run }]) => (
        <IconButton key={command} label={word} icon={Icon} onClick={run} />
      ))}
    </li>
  );
}

interface SymbolStateProps {
  account: string;
  symbol: string;
  condition: AlertCondition;
}

/** How far a level is from the live last price, or the live change of 24 hours; that the symbol has no price, or is not listed. */
function SymbolState({ account, symbol, condition }: SymbolStateProps) {
  const text = useText();
  const words = text.alerts;
  const market = 'market' in condition ? condition.market : 'futures';
  const tickers = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const isLive = useIsLive(tickers);
  const ticker = tickers.rows.find((row) => row.symbol === symbol);
  const last = lastPriceOf(ticker);
  if (isLive && !isTold(last) && last.cannotBeTold === 'not-listed') {
    return (
      <span data-tone="warning" title={words.unlisted}>
        {words.notListed}
      </span>
    );
  }
  if (condition.kind !== 'price' && condition.kind !== 'change') return null;
  if (!isLive || !isTold(last)) return <span>{words.noPrice}</span>;
  if (condition.kind === 'price')
    return <span>{words.distance(percentText(percentChange(last, condition.level), text))}</span>;
  const open = ticker?.open ?? null;
  return open !== null && <span>{words.changeNow(percentText(percentChange(open, last), text))}</span>;
}
