import type { Id } from '@stemma/contract/ids';

/** New UUIDv7 ids. */
export interface IdSource {
  next(): Id;
}
