import type {
  RenderProcessGoneDetails,
  WebContents,
  WebContentsDidStartNavigationEventParams,
  WebContentsWillFrameNavigateEventParams,
  WebContentsWillNavigateEventParams,
  WebContentsWillRedirectEventParams,
  WebPreferences,
} from 'electron';
import type { Modelled } from '../emitter.ts';

type Event<Details extends object = object> = Electron.Event<Details>;

/** Of the positional arguments that Electron has deprecated, none is passed. */
export interface WebContentsEvents {
  'did-start-navigation': [details: Event<WebContentsDidStartNavigationEventParams>];
  'will-frame-navigate': [details: Event<WebContentsWillFrameNavigateEventParams>];
  'will-navigate': [details: Event<WebContentsWillNavigateEventParams>];
  'will-redirect': [details: Event<WebContentsWillRedirectEventParams>];
  'did-navigate': [event: Event, url: string, httpResponseCode: number, httpStatusText: string];
  'did-finish-load': [];
  'render-process-gone': [event: Event, details: RenderProcessGoneDetails];
  /** Never emitted: a window with web views is refused. */
  'will-attach-webview': [event: Event, webPreferences: WebPreferences, params: Record<string, string>];
  destroyed: [];
}

export const webContentsEvents: Modelled<WebContents, WebContentsEvents> = {
  'did-start-navigation': (contents, hear) => contents.on('did-start-navigation', hear),
  'will-frame-navigate': (contents, hear) => contents.on('will-frame-navigate', hear),
  'will-navigate': (contents, hear) => contents.on('will-navigate', hear),
  'will-redirect': (contents, hear) => contents.on('will-redirect', hear),
  'did-navigate': (contents, hear) => contents.on('did-navigate', hear),
  'did-finish-load': (contents, hear) => contents.on('did-finish-load', hear),
  'render-process-gone': (contents, hear) => contents.on('render-process-gone', hear),
  'will-attach-webview': (contents, hear) => contents.on('will-attach-webview', hear),
  destroyed: (contents, hear) => contents.on('destroyed', hear),
};
