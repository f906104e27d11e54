import { useQuery } from '@tanstack/react-query';
import type { UpdateStatus } from '../../../shared/contract/program.ts';
import { request } from '../../platform/client.ts';
import { pushedByHost, putQueryData } from '../../platform/query-client.ts';

const updatesKey = ['updates'];

/** What is known about updates of the program; `undefined` before the first response. */
export function useUpdateStatus(): UpdateStatus | undefined {
  const queryFn = () => request('readUpdates', {});
  const { data } = useQuery({ queryKey: updatesKey, queryFn, ...pushedByHost });
  return data;
}

export function acceptUpdateStatus(status: UpdateStatus): void {
  putQueryData(updatesKey, status);
}
