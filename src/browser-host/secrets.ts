import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in letters that need no encoding in a URL or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that tells nothing about how much of the candidate was right, its length included. */
export function equalSecrets(candidate: string, secret: string): boolean {
  return timingSafeEqual(digest(candidate), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
