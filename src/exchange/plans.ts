import {
  type MarginMode,
  type OpenPlan,
  type OrderCommon,
  type PlanOrder,
  planStatuses,
  triggerStatuses,
} from '../shared/domain.ts';
import type { Part } from './json-text.ts';
import { type ListEntry, numberedWords, readListEntry, readPlanFields } from './order-list.ts';
import type { FieldReader } from './read-fields.ts';

const executionStatuses = numberedWords(planStatuses, 0);
const triggerStates = numberedWords(triggerStatuses, 0);

/** A historical plan order (service-api.md 2.3). */
export function readPlanOrder(part: Part, marginMode: MarginMode): ListEntry<PlanOrder> {
  return readListEntry(part, marginMode, readHistoryFields);
}

/** A current plan order (service-api.md 2.4). */
export function readOpenPlan(part: Part, marginMode: MarginMode): ListEntry<OpenPlan> {
  return readListEntry(part, marginMode, readCurrentFields);
}

function readHistoryFields(
  common: OrderCommon,
  fields: Readonly<Record<string, unknown>>,
  reader: FieldReader,
): PlanOrder {
  return {
    ...readPlanFields(common, fields, reader),
    status: reader.word('implement_status', fields.implement_status, executionStatuses),
    filledQuantity: reader.decimal('tactics_deal', fields.tactics_deal),
  };
}

function readCurrentFields(
  common: OrderCommon,
  fields: Readonly<Record<string, unknown>>,
  reader: FieldReader,
): OpenPlan {
  return {
    ...readPlanFields(common, fields, reader),
    triggerStatus: reader.word('trigger_status', fields.trigger_status, triggerStates),
  };
}
