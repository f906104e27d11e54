/** `looked-at`: somebody waits for it in front of the screen. `background`: everything else. */
export type Priority = 'looked-at' | 'background';
