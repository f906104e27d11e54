import type { Encoded } from './codec.ts';

/** Permissions whose requests are passed to the program. */
export const permissions = ['notifications', 'geolocation', 'clipboard-read', 'clipboard-sanitized-write'] as const;
export type Permission = (typeof permissions)[number];

/** Messages from a page's isolated world to the program. */
export type ToProgram =
  | { kind: 'invoke'; id: number; channel: string; args: Encoded }
  /** `done`: the request is over, and permission checks apply again. */
  | { kind: 'permission'; id: number; step: 'check' | 'request' | 'done'; permission: Permission }
  | { kind: 'open-window'; url: string; frameName: string; features: string };

/** Messages from the program to a page's isolated world. */
export type ToPage =
  | { kind: 'answer'; id: number; value: Encoded }
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'event'; channel: string; args: Encoded };

/** Global of the isolated world of each frame, invisible to the page. */
export interface WorldGlobals {
  electronDouble: {
    receive(message: ToPage): void;
    /** Sends a message as a compromised page process could, whatever the preload script offers. */
    invoke(channel: string, args: Encoded): Promise<unknown>;
  };
}
