import { z } from 'zod';

/** UUIDv7 in lower-case text. Never used for order. */
export const Id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
export type Id = z.infer<typeof Id>;

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export type Sha256 = z.infer<typeof Sha256>;

/** A hash-derived id (documents, passages): the first 32 hexadecimal digits of a SHA-256. */
export const HashId = z.string().regex(/^[0-9a-f]{32}$/);
export type HashId = z.infer<typeof HashId>;

/** Integer milliseconds since 1970, UTC. */
export const Millis = z.int().nonnegative();

/** What people see of an id: its last 8 characters. */
export const shortId = (id: string): string => id.slice(-8);
