import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { RowChange } from '../../../shared/contract/history.ts';
import type { HistoryList } from '../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { request } from '../../platform/client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { changedFields, receivedHeading, receivedValue } from './received-fields.ts';
import '../../domain/orders/changes.css';

interface RowChangesProps {
  account: string;
  list: HistoryList;
  row: { key: string; raw: string };
}

/** The earlier states of a row that the program has seen. Renders nothing if there are none. */
export function RowChanges({ account, list, row }: RowChangesProps) {
  const text = useText();
  const { data, isError } = useQuery({
    // Includes the current row, because a new state of the row means another change.
    queryKey: ['row-changes', account, list, row.key, row.raw],
    queryFn: ({ signal }) => request('readRowChanges', { account, list, key: row.key }, signal),
    gcTime: 0,
  });
  if (isError) return <p className="panel-section form-hint">{text.changes.failed}</p>;
  if (!data || data.length === 0) return null;
  return (
    <section className="panel-section" aria-label={text.changes.title}>
      <h3>{text.changes.title}</h3>
      <ol className="changes">
        {data.map((change, index) => (
          <Change key={`${change.at} ${change.raw}`} change={change} after={data[index - 1]?.raw ?? row.raw} />
        ))}
      </ol>
    </section>
  );
}

function Change({ change, after }: { change: RowChange; after: string }) {
  const text = useText();
  const zone = useTimeZone();
  const fields = change.raw === null ? null : changedFields(change.raw, after);
  return (
    <li className="change">
      <p className="change-time">{formatTimestamp(change.at, zone)}</p>
      {fields === null ? (
        <p>{change.raw === null ? text.changes.found : text.changes.unreadable}</p>
      ) : (
        <dl>
          {fields.map(({ name, before, after: now }) => (
            <div key={name} className="change-field">
              <dt>{receivedHeading(name, text)}</dt>
              <dd>
                <del>{receivedValue(name, before, text)}</del>
                <ArrowRight size={12} aria-hidden="true" />
                <ins>{receivedValue(name, now, text)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
