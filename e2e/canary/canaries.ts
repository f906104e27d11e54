import type { Canary } from './search.ts';

// With every character that some encoding writes differently, and no five in a row that stand anywhere else.
export const token = 'kQ7"vXz%4wJ+9dK\\p2&Ry<6Gh5/mT8nB3xW~Zt9';
export const secretKey = 'Uj5%hF&2"sLq+8cM<4rY/7gN\\vE3tD6bPz~Xk1Ho';
export const wrongSecretKey = 'nW1/zB"6yTf%3kS+0eCv\\9dA&iQ<5xJm~8uRg2Lp';

/** To be told on purpose. Another test may look for the others on the same machine at the same time. */
export const told: Canary = { name: 'told', value: 'Fv8/xH"3zRp%6mK+1bTw\\5dQ&nY<9gJs~4cVhZ0e' };

export const canaries: readonly Canary[] = [
  { name: 'token', value: token },
  { name: 'secret key', value: secretKey },
  { name: 'wrong secret key', value: wrongSecretKey },
];
