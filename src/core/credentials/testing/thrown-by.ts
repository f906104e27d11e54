/** Returns the error that a call throws or rejects with. Throws if the call succeeds. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('The call should have failed.');
}
