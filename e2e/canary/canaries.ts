import type { Canary } from './search.ts';

// Contain every character that some encoding escapes, and no five characters in a row that occur anywhere else.
export const token = 'kQ7"vXz%4wJ+9dK\\p2&Ry<6Gh5/mT8nB3xW~Zt9';
export const secretKey = 'Uj5%hF&2"sLq+8cM<4rY/7gN\\vE3tD6bPz~Xk1Ho';
export const wrongSecretKey = 'nW1/zB"6yTf%3kS+0eCv\\9dA&iQ<5xJm~8uRg2Lp';

/**
 * Leaked on purpose. Different from `canaries`, because another test may search the same machine for those at the same
 * time.
 */
export const leakedSecret: Canary = { name: 'leaked', value: 'Fv8/xH"3zRp%6mK+1bTw\\5dQ&nY<9gJs~4cVhZ0e' };

export const canaries: readonly Canary[] = [
  { name: 'token', value: token },
  { name: 'secret key', value: secretKey },
  { name: 'wrong secret key', value: wrongSecretKey },
];
