/**
 * The demo account's credentials: fixed and public, they open nothing but a demo exchange. The mixture of upper and
 * lower case makes the two signing variants give different signatures.
 */
export const demoCredentials = {
  token: 'Orderglass-Demo-Token-7f3A9c',
  secretKey: 'demo-Secret-Key-not-a-real-one-2B8e',
} as const;
