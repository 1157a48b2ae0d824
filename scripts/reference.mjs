// Writes docs/reference from the built contract and the lock file; with --check it only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventsPage } from './reference-events.mjs';
import { licencesPage } from './reference-licences.mjs';
import { faultsPage, settingsPage } from './reference-tables.mjs';
import { workflowsPage } from './reference-workflows.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGES = {
  'settings.md': settingsPage,
  'faults.md': faultsPage,
  'events.md': eventsPage,
  'workflows.md': workflowsPage,
  'licences.md': () => licencesPage(root),
};

const isCheck = process.argv.includes('--check');
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const stale = [];
for (const [name, page] of Object.entries(PAGES)) {
  const path = join(root, 'docs/reference', name);
  const text = page();
  if (read(path) === text) continue;
  stale.push(name);
  if (isCheck) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const count = Object.keys(PAGES).length;
if (isCheck && stale.length > 0) {
  process.stderr.write(
    `docs/reference is out of date (${stale.join(', ')}). Write it anew with: make reference\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.write(
    `docs/reference: ${count} pages, ${isCheck ? 'all up to date' : `${stale.length} written`}\n`,
  );
}
