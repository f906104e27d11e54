/** What a call throws or rejects with; an error of its own if it succeeds. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('It succeeded, and should have failed.');
}
