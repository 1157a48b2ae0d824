import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/reference', () => {
  it('is what the sources say', () => {
    const { status, stdout, stderr } = spawnSync('node', ['scripts/reference.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^docs\/reference: 5 pages/);
    expect(status).toBe(0);
  });

  it.each([
    ['MIT', true],
    ['LGPL-3.0-or-later', true],
    ['(GPL-2.0 OR MIT)', true],
    ['GPL-3.0', false],
    ['AGPL-3.0-only', false],
    ['MIT AND GPL-2.0', false],
    ['CPAL-1.0', false],
    ['CC-BY-NC-4.0', false],
    ['UNKNOWN', false],
  ])('lets a package under %s in: %s', (license, isLetIn) => {
    const folder = mkdtempSync(join(tmpdir(), 'stemma-licences-'));
    try {
      const packages = { 'node_modules/a': { version: '1.0.0', license } };
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
      const script = `import { licencesPage } from './scripts/reference-licences.mjs'; licencesPage(process.argv[1]);`;
      const check = (): unknown =>
        execFileSync('node', ['--input-type=module', '-e', script, folder], { cwd: root, stdio: 'pipe' });
      if (isLetIn) check();
      else expect(check).toThrow(license);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
