import { randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/ids.ts';

/** UUIDv7 (RFC 9562, section 5.7): 48 bits of time, the rest random. */
export const createUuidV7Ids = (clock: Clock): IdSource => ({
  next: () => {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(clock.now(), 0, 6);
    bytes[6] = 0x70 | (bytes[6]! & 0x0f);
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
});
