import { Menu } from '@base-ui/react/menu';
import { useRef } from 'react';
import { sortRows } from '../../../shared/rows/sort-rows.ts';
import { isTold } from '../../../shared/values/told.ts';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { OrderItems } from '../../domain/orders/OrderItems.tsx';
import { triggerWord } from '../../domain/orders/words.ts';
import { closenessBar, distanceText } from '../../domain/plans/distance-columns.ts';
import { hasCrossed, isTriggered, type PlanRow, planFigures } from '../../domain/plans/plan-row.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useText } from '../../text/use-text.ts';
import { CopyItem } from '../../ui/controls/CopyItem.tsx';
import { moveAmongButtons } from '../../ui/controls/move-among-buttons.ts';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { useStableSort } from '../../ui/table/use-stable-sort.ts';
import { priceText } from '../../ui/text/figures.ts';

const maxShown = 8;

interface NearestPlansProps {
  account: string;
  rows: readonly PlanRow[];
  isKnown: boolean;
}

/** The open plan orders that are nearest to their trigger. */
export function NearestPlans({ account, rows, isKnown }: NearestPlansProps) {
  const text = useText();
  const precisionOf = useRulesOf(account);
  const goTo = useGoTo();
  const isLive = rows[0]?.isLive ?? false;
  const live = useRef(rows);
  // Outdated figures do not change the order.
  if (isLive) live.current = rows;
  const keys = rows.map(({ key }) => key).join('\n');
  const isPriced = rows.some(({ last }) => isTold(last));
  const { value: nearest } = useStableSort(() => nearestKeys(rows), `${keys}\n${isPriced}`, live.current);
  if (rows.length === 0) return <p className="watch-nothing">{isKnown ? text.watch.noPlans : ''}</p>;
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const triggerOf = (row: PlanRow): string => {
    const trigger = `${triggerWord(row, text)} ${priceText(row.triggerPrice, precisionOf(row.symbol), text)}`;
    return row.side === null ? trigger : `${text.side[row.side]} · ${trigger}`;
  };
  const open = ({ key }: PlanRow): void => goTo({ kind: 'screen', account, screen: 'open-plans', row: key });
  const menuOf = (key: string) => {
    const row = byKey.get(key);
    if (!row) return null;
    const items = (
      <>
        <Menu.Item className="popup-item" onClick={() => open(row)}>
          {text.symbolMenu.plan}
        </Menu.Item>
        {row.triggerPrice !== null && <CopyItem label={text.symbolMenu.copyPrice} value={row.triggerPrice} />}
        <OrderItems account={account} row={row} priceColumn="triggerPrice" />
      </>
    );
    return { label: text.labeled(row.symbol, triggerOf(row)), items };
  };
  return (
    <RowMenu by="row" menuOf={menuOf}>
      <ul className="watch-list" data-stale={!isLive || undefined} onKeyDown={moveAmongButtons}>
        {nearest
          .flatMap((key) => byKey.get(key) ?? [])
          .map((row) => {
            const isWaiting = row.isLive && !hasCrossed(row) && !isTriggered(row);
            const bar = isWaiting ? closenessBar(planFigures(row).closeness) : null;
            return (
              <li key={row.key}>
                <button
                  type="button"
                  className="watch-row"
                  data-row={row.key}
                  title={text.openPositions.showPlan}
                  onClick={() => open(row)}
                >
                  <span className="watch-symbol">
                    {row.symbol}
                    <span className="watch-trigger">{triggerOf(row)}</span>
                  </span>
                  <span className="watch-distance" data-tone={hasCrossed(row) ? 'warning' : undefined}>
                    {distanceText(row, text)}
                    {bar !== null && (
                      <span className="watch-bar" aria-hidden="true">
                        <span style={{ width: `${bar}%` }} />
                      </span>
                    )}
                  </span>
                </button>
              </li>
            );
          })}
      </ul>
    </RowMenu>
  );
}

function nearestKeys(rows: readonly PlanRow[]): string[] {
  const value = { kind: 'decimal', of: (row: PlanRow) => planFigures(row).closeness } as const;
  const order = sortRows(rows, [{ value, direction: 'ascending' }]);
  return Array.from(order.slice(0, maxShown), (position) => rows[position]?.key ?? '');
}
