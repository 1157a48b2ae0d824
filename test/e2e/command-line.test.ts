import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { COMMANDS } from 'stemma/cli/commands';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cites } from './requirements.ts';
import {
  AddJson,
  AskJson,
  ConfigJson,
  DoctorJson,
  FaultJson,
  ListJson,
  RunJson,
  RunsJson,
  SearchJson,
  ShowJson,
  WhyJson,
} from './shapes.ts';
import { EXAMPLES, eachOf, type House, openHouse, openSampleHouse, readJson, readRecords } from './stemma.ts';

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

describe('the command line', () => {
  let house: House;
  let asked: AskJson;
  beforeAll(async () => {
    house = await openSampleHouse();
    asked = (await house.json(AskJson, ['ask', 'What is the quality factor of the reference oscillator?']))
      .json;
  });
  afterAll(() => house.close());

  it(cites('D3.language', 'D3.completion', 'has help for every command in English and Chinese'), async () => {
    await eachOf(COMMANDS, async ({ name, flags }) => {
      const english = await house.run([...name.split(' '), '--help']);
      const chinese = await house.run([...name.split(' '), '--help', '--language', 'zh']);
      for (const { code, stdout } of [english, chinese]) {
        expect(code, name).toBe(0);
        for (const flag of flags) expect(stdout, name).toContain(flag.name);
      }
      expect(english.stdout, name).not.toMatch(/\p{Script=Han}/u);
      const prose = chinese.stdout
        .split('\n')
        .slice(1)
        .filter((line) => /[A-Za-z]{3,} [a-z]{3,} [a-z]{2,}/.test(line.replaceAll(/[-\w]+ \|[^)]*/g, '')));
      expect(prose, name).toEqual([]);
      expect(chinese.stdout, name).toMatch(/\p{Script=Han}/u);
    });
  });

  it(cites('D3.language', 'speaks the language of the system, the setting or the flag'), async () => {
    const empty = await openHouse();
    try {
      const chinese = /\p{Script=Han}/u;
      expect((await empty.run(['list'])).stderr).not.toMatch(chinese);
      expect((await empty.run(['list'], { env: { LANG: 'zh_CN.UTF-8' } })).stderr).toMatch(chinese);
      expect((await empty.run(['list', '--language', 'zh'])).stderr).toMatch(chinese);
      expect((await empty.run(['list'], { env: { STEMMA_LANGUAGE: 'zh' } })).stderr).toMatch(chinese);
      expect(
        (await empty.run(['list', '--language', 'en'], { env: { LANG: 'zh_CN.UTF-8' } })).stderr,
      ).not.toMatch(chinese);
      expect((await empty.run(['lst', '--language', 'zh'])).stderr).toMatch(chinese);
    } finally {
      await empty.close();
    }
  });

  it(cites('D3.wrong-usage', 'D3.exit-codes', 'names the nearest command or flag, and exits 2'), async () => {
    const cases: [string[], string][] = [
      [['ad', 'x.pdf'], 'add'],
      [['serch', 'x'], 'search'],
      [['runs', 'evnts', 'x'], 'events'],
      [['config', 'shw'], 'show'],
      [['search', '--limt', '3', 'x'], '--limit'],
      [['ask', '--tread', 'x', 'y'], '--thread'],
      [['list', '--jsn'], '--json'],
      [['config', 'set', 'topk', '3'], 'topK'],
    ];
    await eachOf(cases, async ([line, nearest]) => {
      const ran = await house.run(line);
      expect(ran.code, line.join(' ')).toBe(2);
      expect(ran.stdout, line.join(' ')).toBe('');
      expect(ran.stderr, line.join(' ')).toContain(nearest);
      expect(ran.stderr, line.join(' ')).not.toMatch(/\n\s+at /);
      const json = await house.run(['--json', ...line]);
      expect(json.code, line.join(' ')).toBe(2);
      expect(FaultJson.parse(readJson(json)).error.recovery, line.join(' ')).toMatch(/\S/);
    });
    for (const line of [
      ['list', 'extra'],
      ['show'],
      ['list', '--limit'],
      ['search', 'x', '--limit', '1e3'],
      ['completion', 'tcsh'],
    ])
      expect((await house.run(line)).code, line.join(' ')).toBe(2);
  });

  it(cites('D3.wrong-usage', 'shows help when nothing is asked, and the version'), async () => {
    const nothing = await house.run([], { withoutData: true });
    expect([nothing.code, nothing.stderr]).toEqual([2, '']);
    for (const { name } of COMMANDS.filter((row) => !row.name.includes(' ')))
      expect(nothing.stdout).toContain(name);
    const help = await house.run(['--help'], { withoutData: true });
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(/Exit codes/);
    expect((await house.run(['--version'], { withoutData: true })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await house.run(['help', 'ask'])).stdout).toContain('--thread');
  });

  it(cites('D3.json', 'prints exactly one JSON document for every command'), async () => {
    await house.file('one.txt', 'Copper was held at ten degrees for two hours before it was measured.');
    const Any = z.record(z.string(), z.unknown());
    const shapes: [string[], { parse(value: unknown): unknown }][] = [
      [['add', 'one.txt'], AddJson],
      [['list'], ListJson],
      [['show', 'varga2021decay'], ShowJson],
      [['show', 'varga2021decay', '--page', '2'], ShowJson],
      [['search', 'decay rate'], SearchJson],
      [['ask', 'What is the decay rate?'], AskJson],
      [['why', asked.run], WhyJson],
      [['runs'], RunsJson],
      [['runs', 'show', asked.run], RunJson],
      [['runs', 'retry', asked.run], Any],
      [['runs', 'resume'], Any],
      [['config'], ConfigJson],
      [['config', 'show'], ConfigJson],
      [['config', 'set', 'capPerSource', '3'], Any],
      [['doctor'], DoctorJson],
    ];
    await eachOf(shapes, async ([line, shape]) => {
      const ran = await house.run([...line, '--json']);
      expect(ran.code, line.join(' ')).toBe(0);
      shape.parse(readJson(ran));
    });
    const faults: [string[], number][] = [
      [['show', 'nobody1900'], 1],
      [['show', 'varga2021decay', '--page', '99'], 1],
      [['show', 'varga2021decay', '--page', '0'], 1],
      [['add', 'gone.pdf'], 1],
      [['config', 'set', 'nothing', '1'], 2],
      [['config', 'set', 'topK', 'many'], 2],
      [['list', '--cursor', 'nonsense'], 2],
      [['runs', '--cursor', 'nonsense'], 2],
    ];
    await eachOf(faults, async ([line, code]) => {
      const ran = await house.run([...line, '--json']);
      const document = readJson(ran);
      if (line[0] === 'add') AddJson.parse(document);
      else FaultJson.parse(document);
      if (line.at(-1) !== '0') expect(ran.code, line.join(' ')).toBe(code);
      else expect([1, 2]).toContain(ran.code);
    });
  });

  it(cites('D3.progress', 'keeps results on standard output and everything else off it'), async () => {
    const quiet = await house.run(['search', 'decay rate', '--quiet']);
    expect(quiet.stderr).toBe('');
    const loud = await house.run(['search', 'decay rate']);
    expect(loud.stdout).toBe(quiet.stdout);
    expect(loud.stderr).not.toBe('');
    const asking = await house.run(['ask', 'What is the decay rate?', '--quiet']);
    expect([asking.code, asking.stderr]).toEqual([0, '']);
    const fault = await house.run(['show', 'nobody1900', '--quiet']);
    expect([fault.code, fault.stdout]).toEqual([1, '']);
    expect(fault.stderr).toMatch(/nobody1900/);
    const progress = await house.run(['add', join(EXAMPLES, 'library'), '--progress', 'json', '--quiet']);
    const records = readRecords(progress.stderr) as { type: string }[];
    expect(records.filter(({ type }) => type === 'progress').length).toBeGreaterThan(5);
    const none = await house.run(['add', join(EXAMPLES, 'library'), '--progress', 'none', '--quiet']);
    expect(none.stderr).toBe('');
  });

  it(cites('D3.no-color', 'uses no colours off a terminal, with NO_COLOR or the flag'), async ({ skip }) => {
    const { NO_COLOR: _set, ...colourful } = house.env;
    const off = await house.run(['search', 'decay rate'], { env: { STEMMA_COLOR: 'auto' } });
    expect(off.stdout + off.stderr).not.toContain('\u001b');
    if (!isInstalled('script')) skip('script(1) is not installed');
    const onTerminal = (flags: string, env: Record<string, string>): string =>
      execFileSync(
        'script',
        [
          '-qec',
          `${process.execPath} ${join(EXAMPLES, '../packages/stemma/dist/cli/main.js')} --data ${house.data} search decay ${flags}`,
          '/dev/null',
        ],
        {
          env: { ...env, TERM: 'xterm' },
          encoding: 'utf8',
          input: '',
        },
      );
    expect(onTerminal('', colourful)).toContain('\u001b[');
    expect(onTerminal('', house.env)).not.toContain('\u001b[3');
    expect(onTerminal('--no-color', colourful)).not.toContain('\u001b[3');
  });

  it(cites('D3.piped-away', 'ends quietly when its reader goes away'), async () => {
    for (const line of [
      ['show', 'varga2021decay', '--json'],
      ['runs', 'events', asked.run],
      ['search', 'decay'],
    ]) {
      const started = house.start(line);
      started.child.stdout!.destroy();
      const ran = await started.ended;
      expect(ran.signal, line.join(' ')).toBeNull();
      expect([0, 141], line.join(' ')).toContain(ran.code);
      expect(ran.stderr, line.join(' ')).not.toMatch(/EPIPE|\n\s+at /);
    }
  });

  it(cites('D3.completion', 'prints completion scripts that shells accept'), async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await house.run(['completion', shell]);
      expect(code).toBe(0);
      for (const word of ['add', 'search', 'events']) expect(stdout, shell).toContain(word);
      if (isInstalled(shell)) execFileSync(shell, ['-n'], { input: stdout });
      else process.stdout.write(`completion: ${shell} is not installed, its script was not parsed\n`);
    }
    const { stdout } = await house.run(['completion', 'bash']);
    const complete = (words: string[]): string[] =>
      execFileSync(
        'bash',
        [
          '-c',
          `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; COMP_LINE='${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}; _stemma stemma '${words.at(-1)}' '${words.at(-2)}'; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      ).split('\n');
    expect(complete(['stemma', 'se'])).toContain('search');
    expect(complete(['stemma', 'search', '--li'])).toContain('--limit');
    expect(complete(['stemma', 'runs', 'ev'])).toContain('events');
  });

  it(
    cites('D3.data-folder', 'chooses the data folder by flag, variable and XDG, in that order'),
    async () => {
      const own = await openHouse();
      try {
        await own.file('one.txt', 'Copper was held at ten degrees for two hours before it was measured.');
        const [variable, flag] = [join(own.root, 'by-variable'), join(own.root, 'by-flag')];
        const added = async (line: string[], env: Record<string, string>) =>
          (await own.run([...line, 'add', 'one.txt'], { env, withoutData: true })).stdout;
        expect(await added([], {})).toContain(': added');
        expect(await added([], { STEMMA_DATA: variable })).toContain(': added');
        expect(await added(['--data', flag], { STEMMA_DATA: variable })).toContain(': added');
        const { existsSync, statSync } = await import('node:fs');
        for (const folder of [join(own.env.XDG_DATA_HOME!, 'stemma'), variable, flag]) {
          expect(existsSync(join(folder, 'stemma.db')), folder).toBe(true);
          expect(statSync(folder).mode & 0o077, folder).toBe(0);
        }
      } finally {
        await own.close();
      }
    },
  );

  it(cites('D3.json', 'shows a page with its passages, and the whole source with its sections'), async () => {
    const page = (await house.json(ShowJson, ['show', 'varga2021decay', '--page', '4'])).json;
    expect(page.passages.length).toBeGreaterThan(0);
    expect(page.passages.every(({ regions }) => regions.some((region) => region.page === 4))).toBe(true);
    const whole = (await house.json(ShowJson, ['show', 'varga2021decay'])).json;
    expect(whole.sections.length).toBeGreaterThan(4);
    expect(whole.passages.length).toBe(whole.source.passages);
    const told = await house.run(['show', 'shen2024']);
    expect(told.stdout).toContain('阻尼振动衰减率的测量');
    const wrong = await house.run(['show', 'varga2021decai']);
    expect(wrong.stderr).toContain('varga2021decay');
  });

  it(cites('D3.json', 'pages through long lists'), async () => {
    const keys: string[] = [];
    const Page = ListJson.extend({ next: z.string().nullable() });
    let cursor: string | null = null;
    do {
      const page: z.infer<typeof Page> = (
        await house.json(Page, ['list', '--limit', '2', ...(cursor ? ['--cursor', cursor] : [])])
      ).json;
      keys.push(...page.sources.map(({ key }) => key));
      cursor = page.next;
    } while (cursor);
    const all = (await house.json(ListJson, ['list'])).json.sources.map(({ key }) => key);
    expect(keys).toEqual(all);
  });
});
