/** Milliseconds after which reads of live lists no longer wait. */
const maxWaitMs = 1000;

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the page receives the host's events, or is still refused them. A change between a read and the first event would be lost. */
export const listening: Promise<void> = promise;

export const reportListening: () => void = resolve;

window.setTimeout(resolve, maxWaitMs);
