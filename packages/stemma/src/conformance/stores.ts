import type { Stores } from '../ports/stores.ts';
import { describeIsolation } from './isolation.ts';
import { describeLexicalIndex } from './lexical.ts';
import { describeRuns } from './runs.ts';
import { describeSourceChanges } from './source-changes.ts';
import { describeSources } from './sources.ts';
import { describeThreads } from './threads.ts';
import { describeTransactions } from './transactions.ts';

/** What every database must do for Stemma. `open` gives an empty one each time. */
export const describeStores = (name: string, open: () => Promise<Stores>): void => {
  describeTransactions(name, open);
  describeIsolation(name, open);
  describeSources(name, open);
  describeSourceChanges(name, open);
  describeLexicalIndex(name, open);
  describeThreads(name, open);
  describeRuns(name, open);
};
