import { createAtom } from '@tanstack/react-store';

/** True while the program that serves the page in a browser doesn't answer. Electron ends its pages with itself. */
export const hostGone = createAtom(false);
