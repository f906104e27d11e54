import type { Bridge } from '../../shared/contract.ts';
import { createHttpBridge } from './http-bridge.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in the browser host. */
    orderglass?: Bridge;
  }
}

// The one place that knows on which host the page runs.
export const inBrowser = window.orderglass === undefined;
export const bridge: Bridge = window.orderglass ?? createHttpBridge();
