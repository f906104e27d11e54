import type {
  RenderProcessGoneDetails,
  WebContents,
  WebContentsDidStartNavigationEventParams,
  WebContentsWillFrameNavigateEventParams,
  WebContentsWillNavigateEventParams,
  WebContentsWillRedirectEventParams,
  WebPreferences,
} from 'electron';
import type { Modeled } from '../emitter.ts';

type Event<Details extends object = object> = Electron.Event<Details>;

/** Events without the positional arguments that Electron has deprecated. */
export interface WebContentsEvents {
  'did-start-navigation': [details: Event<WebContentsDidStartNavigationEventParams>];
  'will-frame-navigate': [details: Event<WebContentsWillFrameNavigateEventParams>];
  'will-navigate': [details: Event<WebContentsWillNavigateEventParams>];
  'will-redirect': [details: Event<WebContentsWillRedirectEventParams>];
  'did-navigate': [event: Event, url: string, httpResponseCode: number, httpStatusText: string];
  'did-finish-load': [];
  'render-process-gone': [event: Event, details: RenderProcessGoneDetails];
  /** Never emitted: windows with web views are refused. */
  'will-attach-webview': [event: Event, webPreferences: WebPreferences, params: Record<string, string>];
  destroyed: [];
}

export const webContentsEvents: Modeled<WebContents, WebContentsEvents> = {
  'did-start-navigation': (contents, listener) => contents.on('did-start-navigation', listener),
  'will-frame-navigate': (contents, listener) => contents.on('will-frame-navigate', listener),
  'will-navigate': (contents, listener) => contents.on('will-navigate', listener),
  'will-redirect': (contents, listener) => contents.on('will-redirect', listener),
  'did-navigate': (contents, listener) => contents.on('did-navigate', listener),
  'did-finish-load': (contents, listener) => contents.on('did-finish-load', listener),
  'render-process-gone': (contents, listener) => contents.on('render-process-gone', listener),
  'will-attach-webview': (contents, listener) => contents.on('will-attach-webview', listener),
  destroyed: (contents, listener) => contents.on('destroyed', listener),
};
