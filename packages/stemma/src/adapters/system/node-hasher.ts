import { createHash } from 'node:crypto';
import type { Hasher } from '../../ports/hasher.ts';

export const createNodeHasher = (): Hasher => ({
  sha256: (content) => createHash('sha256').update(content).digest('hex'),
});
