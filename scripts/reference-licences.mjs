import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTICE, table } from './reference-tables.mjs';

/** Licences that must not be in a default install. LGPL may be linked and is none of them. */
const REFUSED = /(?<![A-Z])(?:A?GPL|CPAL|SSPL|BUSL|Commons-Clause|CC-BY-NC|PolyForm)|\bNC\b|non-?commercial/i;

/** An expression is fine when one of its alternatives is. */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((alternative) => alternative !== '' && alternative !== 'UNKNOWN' && !REFUSED.test(alternative));

const licenceOf = (root, path, entry) => {
  if (entry.license) return entry.license;
  const { license, licenses } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const first = license ?? licenses?.[0];
  return typeof first === 'string' ? first : (first?.type ?? 'UNKNOWN');
};

export const licencesPage = (root) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const used = Object.entries(lock.packages)
    .filter(
      ([path, entry]) => path.startsWith('node_modules/') && !entry.link && !entry.dev && !entry.devOptional,
    )
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: licenceOf(root, path, entry),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
  if (used.length === 0) throw new Error('package-lock.json lists no package in use; nothing was checked');
  const refused = used.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0) {
    const list = refused.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join('\n  ');
    throw new Error(`These licences must not be in a default install:\n  ${list}`);
  }
  return `# Licences

${NOTICE}

What a default install holds: ${used.length} packages. None is under AGPL, GPL, CPAL or a non-commercial
licence; generating this page fails otherwise. Stemma itself is under Apache-2.0.

${table(
  ['package', 'version', 'licence'],
  used.map(({ name, version, licence }) => [name, version, licence]),
)}
`;
};
