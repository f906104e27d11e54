/** `interactive`: somebody waits for it in front of the screen. `background`: everything else. */
export type Priority = 'interactive' | 'background';
