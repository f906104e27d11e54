import { useQuery } from '@tanstack/react-query';
import type { FileNotice } from '../../shared/contract/program.ts';
import { request } from '../platform/client.ts';
import { pushedByHost, putQueryData } from '../platform/query-client.ts';

const fileNoticesKey = ['file-notices'];
const none: readonly FileNotice[] = [];

/** Local files that could not be used, or not completely. */
export function useFileNotices(): readonly FileNotice[] {
  const queryFn = () => request('readFileNotices', {});
  return useQuery({ queryKey: fileNoticesKey, queryFn, ...pushedByHost }).data ?? none;
}

export function acceptFileNotices(notices: readonly FileNotice[]): void {
  putQueryData(fileNoticesKey, notices);
}
