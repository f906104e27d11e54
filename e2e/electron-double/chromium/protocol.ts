import type { CDPSession } from '@playwright/test';

declare const session: CDPSession;

/** Types of Chromium's DevTools protocol, from Playwright. */
export type Command = Parameters<CDPSession['send']>[0];
export type Parameter<Name extends Command> = Parameters<typeof session.send<Name>>[1];
export type Answer<Name extends Command> = Awaited<ReturnType<typeof session.send<Name>>>;

export type EventName =
  | 'Fetch.requestPaused'
  | 'Inspector.targetCrashed'
  | 'Page.downloadWillBegin'
  | 'Page.frameAttached'
  | 'Page.frameDetached'
  | 'Page.frameNavigated'
  | 'Page.frameStartedNavigating'
  | 'Page.loadEventFired'
  | 'Page.navigatedWithinDocument'
  | 'Page.windowOpen'
  | 'Runtime.bindingCalled'
  | 'Runtime.executionContextCreated'
  | 'Runtime.executionContextDestroyed'
  | 'Runtime.executionContextsCleared'
  | 'Target.attachedToTarget'
  | 'Target.detachedFromTarget'
  | 'Target.targetCreated'
  | 'Target.targetDestroyed';
export type Payload<Name extends EventName> = Parameters<Parameters<typeof session.on<Name>>[1]>[0];

export type PausedRequest = Payload<'Fetch.requestPaused'>;
export type HeaderEntry = NonNullable<PausedRequest['responseHeaders']>[number];
