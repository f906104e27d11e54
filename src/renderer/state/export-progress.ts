import type { EventOf } from '../../shared/contract.ts';
import { Store } from './store.ts';

/** The latest progress of an export that the host reported. */
export const exportProgress = new Store<EventOf<'exportProgress'> | null>(null);
