export interface Credentials {
  readonly token: string;
  readonly secretKey: string;
}

/**
 * The credentials of the demo account: fixed and public, valid for demo exchanges only. The mixed case makes the two
 * signing variants give different signatures.
 */
export const demoCredentials = {
  token: 'Orderglass-Demo-Token-7f3A9c',
  secretKey: 'demo-Secret-Key-not-a-real-one-2B8e',
} as const satisfies Credentials;
