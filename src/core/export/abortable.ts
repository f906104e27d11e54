/** As the work comes out, but rejects with the signal's reason as soon as that is given, whatever the work still does. */
export async function untilAborted<Output>(work: Promise<Output>, signal: AbortSignal): Promise<Output> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The parts of `source` until the signal is given: then it rejects with the signal's reason. */
export async function* abortable<Part>(source: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part> {
  const parts = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(parts.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it ends only after what it is busy with.
    void parts.return?.().catch(() => {});
  }
}
