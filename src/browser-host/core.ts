import type { Core } from '../core/index.ts';

/** What the server needs of the core. */
export type HostedCore = Pick<Core, 'call' | 'subscribe'>;
