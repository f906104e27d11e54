import { useQuery } from '@tanstack/react-query';
import type { About } from '../../shared/contract/program.ts';
import { request } from './client.ts';

/** Facts of the program and its host, which never change; `undefined` before the first response. */
export function useAbout(): About | undefined {
  const { data } = useQuery({ queryKey: ['about'], queryFn: () => request('readAbout', {}), staleTime: Infinity });
  return data;
}
