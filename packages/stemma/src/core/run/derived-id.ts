import type { Id } from '@stemma/contract/ids';

/**
 * A UUIDv7 (RFC 9562, section 5.7) whose random bits come from a hash, so that a node that runs again
 * names its records as it did before. `at` is milliseconds UTC, `hash` at least 20 hexadecimal digits.
 */
export const derivedId = (at: number, hash: string): Id => {
  const time = at.toString(16).padStart(12, '0').slice(-12);
  const variant = (8 | (Number.parseInt(hash[3]!, 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
};
