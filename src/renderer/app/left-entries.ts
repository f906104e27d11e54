import { useQuery } from '@tanstack/react-query';
import type { LeftEntry } from '../../shared/contract/accounts.ts';
import { request } from '../platform/client.ts';
import { pushedByHost, putQueryData } from '../platform/query-client.ts';

const leftEntriesKey = ['left-entries'];
const none: readonly LeftEntry[] = [];

/** Keychain entries that the keychain may still contain although no account uses them. */
export function useLeftEntries(): readonly LeftEntry[] {
  const queryFn = () => request('readLeftEntries', {});
  return useQuery({ queryKey: leftEntriesKey, queryFn, ...pushedByHost }).data ?? none;
}

export function acceptLeftEntries(entries: readonly LeftEntry[]): void {
  putQueryData(leftEntriesKey, entries);
}
