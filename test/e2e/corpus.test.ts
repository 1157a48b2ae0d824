import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, ListJson } from './shapes.ts';
import { CORPUS, type House, openHouse } from './stemma.ts';

describe('real papers', () => {
  it(
    cites(
      'P6.batch-goes-on',
      'P6.hang-and-crash',
      'P6.garbled',
      'P6.next-step',
      'L1.idempotent-bytes',
      'are read as far as they can be, and said to be unchanged the second time',
    ),
    async ({ skip }) => {
      if (!existsSync(join(CORPUS, 'pdf-real'))) skip(`there is no corpus at ${CORPUS}`);
      const house: House = await openHouse();
      try {
        const papers = readdirSync(join(CORPUS, 'formula'))
          .filter((name) => name.endsWith('_test.pdf'))
          .sort()
          .map((name) => join(CORPUS, 'formula', name));
        const inputs = [join(CORPUS, 'pdf-real'), ...papers];
        const first = await house.json(AddJson, ['add', ...inputs]);
        expect(first.code).toBe(4);
        const { items } = first.json;
        const failed = items.filter(({ status }) => status === 'failed');
        const codes = Object.fromEntries(failed.map(({ input, error }) => [basename(input), error!.code]));
        process.stdout.write(
          `corpus: ${items.length - failed.length} of ${items.length} files read; ${JSON.stringify(codes)}\n`,
        );
        for (const { input, error } of failed) {
          expect(error!.message).toContain(basename(input));
          expect(error!.recovery).toMatch(/\S/);
          expect(error!.code).toMatch(/^(?:pdf|reader|file|text)_/);
        }
        expect(codes).toMatchObject({
          'pdfjs_REDHAT-1531897-0.pdf': 'pdf_damaged',
          'pdfjs_poppler-85140-0.pdf': 'pdf_damaged',
          'pdfjs_issue15893_reduced.pdf': 'pdf_password',
          'pdfjs_pr6531_1.pdf': 'pdf_password',
          'pwl_timeseries.pdf': 'pdf_text_garbled',
        });
        for (const paper of [
          ...papers.map((path) => basename(path)),
          'pdfjs_tracemonkey.pdf',
          'pwl_csp.pdf',
          'pwl_grover.pdf',
          'pwl_ntruprime.pdf',
          'pwl_qml.pdf',
          'pwl_sparsejl.pdf',
          'pwl_sz_ieee.pdf',
        ])
          expect(
            items.find(({ input }) => basename(input) === paper),
            paper,
          ).toMatchObject({ status: 'added', error: null });
        const { sources } = (await house.json(ListJson, ['list'])).json;
        const second = await house.json(AddJson, ['add', ...inputs]);
        expect(second.code).toBe(4);
        expect(
          second.json.items.map(({ input, status, error, source }) => [input, error?.code ?? status, source]),
        ).toEqual(items.map(({ input, error, source }) => [input, error?.code ?? 'unchanged', source]));
        expect((await house.json(ListJson, ['list'])).json.sources).toEqual(sources);
      } finally {
        await house.close();
      }
    },
  );
});
