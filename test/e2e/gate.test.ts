import type { Passage, Source } from '@stemma/contract/records';
import { checkUnit } from 'stemma/core/citation/gate';
import type { LedgerEntry } from 'stemma/core/citation/ledger';
import { splitUnits } from 'stemma/core/citation/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cites } from './requirements.ts';
import { type House, openSampleHouse } from './stemma.ts';

/** What `show --json` tells, as far as the gate's ledger needs it. */
const Shown = z.looseObject({
  source: z.looseObject({ key: z.string() }),
  files: z.array(z.looseObject({ file: z.looseObject({ sha256: z.string() }) })),
  passages: z.array(z.looseObject({ text: z.string() })),
});

/** The gate over passages that were really read, with answers that a dishonest model might write. */
describe('the citation gate', () => {
  let house: House;
  let ledger: LedgerEntry[];

  const admit = async (evidence: string, key: string, holding: string): Promise<LedgerEntry> => {
    const { json } = await house.json(Shown, ['show', key]);
    const source = json.source as unknown as Source;
    const passages = json.passages as unknown as Passage[];
    const passage = passages.find(({ text }) => text.includes(holding));
    if (!passage) throw new Error(`${key} has no passage with ${holding}`);
    return {
      evidence,
      passage,
      sourceKey: source.key,
      sourceTitle: source.title,
      authors: source.authors,
      year: source.year,
      doi: source.doi,
      arxivId: source.arxivId,
      arxivVersion: source.arxivVersion,
      fileSha256: json.files[0]!.file.sha256,
      uri: null,
    };
  };

  beforeAll(async () => {
    house = await openSampleHouse();
    await house.file(
      'page.txt',
      'We repeated the experi-\nment with dodecane or n-\nhexadecane and saw a long-\nterm drift of the zero point.\n',
    );
    await house.file(
      'preprint.md',
      '---\ntitle: A gap that was withdrawn\narxiv: 2401.00001v1\n---\n\nThe gap of the sample is 0.8 eV at room temperature.\n',
    );
    expect((await house.run(['add', 'page.txt', 'preprint.md'])).code).toBe(0);
    ledger = [
      await admit('E1', 'varga2021decay', 'damping ratio times the natural angular frequency'),
      await admit('E2', 'page', 'hexadecane'),
    ];
  });
  afterAll(() => house.close());

  const judge = (text: string) => checkUnit({ unit: splitUnits(text)[0]!, ledger, question: '' });

  it(cites('A3.identity-read', 'holds a sentence that names a work or evidence that was not read'), () => {
    const honest = judge(
      'The decay rate of the envelope is the damping ratio times the natural angular frequency [E1].',
    );
    expect(honest).toMatchObject({
      effect: 'show',
      verdicts: { identity: 'ok', span: 'exact', coverage: 'cited' },
    });
    for (const invented of [
      'The decay rate is 0.2 [E9].',
      'Rossi et al. (2019) measured the decay rate [E1].',
      'The decay rate is 0.2 (arXiv:2399.01234) [E1].',
      'The decay rate is 0.2, see doi 10.9999/none.1 [E1].',
    ]) {
      const { effect, verdicts } = judge(invented);
      expect(effect, invented).toBe('hold');
      expect(verdicts.identity, invented).not.toBe('ok');
    }
  });

  it(cites('A3.identity-version', 'holds a version that was not the one read'), async () => {
    const read = { ...ledger[0]!, arxivId: '2401.00001', arxivVersion: 1 };
    const unit = (text: string) => checkUnit({ unit: splitUnits(text)[0]!, ledger: [read], question: '' });
    expect(unit('The decay rate is the damping ratio [E1] (arXiv:2401.00001v1).').verdicts.identity).toBe(
      'ok',
    );
    expect(unit('The decay rate is the damping ratio [E1] (arXiv:2401.00001v99).')).toMatchObject({
      effect: 'hold',
      verdicts: { identity: 'wrong_version' },
    });
  });

  it(cites('A3.identity-key', 'accepts a key in another dash or width, and no altered key'), () => {
    const keyed = { ...ledger[0]!, sourceKey: 'moreau1931visc. pages 4-6', authors: [], year: null };
    const identity = (text: string) =>
      checkUnit({ unit: splitUnits(text)[0]!, ledger: [keyed], question: '' }).verdicts.identity;
    expect(identity('It decays [moreau1931visc. pages 4–6].')).toBe('ok');
    expect(identity('It decays [moreau1931visc pages 2-3].')).toBe('foreign_id');
    expect(identity('It decays [ito2011flow].')).toBe('foreign_id');
  });

  it(cites('A3.span-hyphen', 'finds a quotation over parted words, and no word the page never had'), () => {
    for (const quote of ['We repeated the experiment', 'dodecane or n-hexadecane', 'a long-term drift'])
      expect(judge(`${quote} [E2].`).verdicts.span, quote).toBe('exact');
    for (const invented of ['nhexadecane', 'longterm drift'])
      expect(judge(`It was ${invented} [E2].`).verdicts.span, invented).not.toBe('exact');
  });

  it(cites('A3.span-none', 'holds a cited sentence that no place of its source says'), () => {
    expect(judge('Penguins breed on the sea ice of Antarctica during the polar winter [E1].')).toMatchObject({
      effect: 'hold',
      verdicts: { span: 'none', support: 'unscored' },
    });
  });

  it(cites('A4.no-model', 'refuses by searching alone: no step of the run is paid for'), async () => {
    const { json, code } = await house.json(z.looseObject({ run: z.string() }), [
      'ask',
      'Who discovered zirconium diboride?',
    ]);
    expect(code).toBe(3);
    const shown = await house.json(z.looseObject({ steps: z.array(z.looseObject({ effect: z.string() })) }), [
      'runs',
      'show',
      json.run,
    ]);
    expect(shown.json.steps.map(({ effect }) => effect)).toEqual(['read']);
    expect((await house.run(['runs', 'events', json.run])).stdout).not.toContain('"usage"');
  });
});
