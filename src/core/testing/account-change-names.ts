export type AccountChangeName = 'add' | 'replace' | 'to-session' | 'remove' | 'recover';

export const firstName = 'First';
export const editedName = 'Edited';
export const oldKeys = { token: 'canary-token-old-1111', secretKey: 'canary-secret-old-2222' };
export const newKeys = { token: 'canary-token-new-3333', secretKey: 'canary-secret-new-4444' };
