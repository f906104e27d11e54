import type { Encoded } from './codec.ts';

/** The permissions that a page's requests for are brought before the program. */
export const permissions = ['notifications', 'geolocation', 'clipboard-read', 'clipboard-sanitized-write'] as const;
export type Permission = (typeof permissions)[number];

/** From a page's isolated world to the program. */
export type ToProgram =
  | { kind: 'invoke'; id: number; channel: string; args: Encoded }
  | { kind: 'send'; channel: string; args: Encoded }
  /** `done`: what was requested has been used; what is allowed from now on is a matter of checks again. */
  | { kind: 'permission'; id: number; step: 'check' | 'request' | 'done'; permission: Permission }
  | { kind: 'open-window'; url: string; frameName: string; features: string };

/** From the program to a page's isolated world. */
export type ToPage =
  | { kind: 'answer'; id: number; value: Encoded }
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'event'; channel: string; args: Encoded };

/** What the program finds in the isolated world of each frame; the page itself does not see it. */
export interface WorldGlobals {
  electronDouble: {
    receive(message: ToPage): void;
    /** A message as a page's process could send it on its own, whatever the preload script offers. */
    invoke(channel: string, args: Encoded): Promise<unknown>;
  };
}
