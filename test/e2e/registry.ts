import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registry of works on this machine that answers as a test says, and remembers what it was asked. */
export type Registry = {
  readonly url: string;
  readonly asked: string[];
  readonly agents: string[];
  answer(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
};

export const openRegistry = async (): Promise<Registry> => {
  let handle: Parameters<Registry['answer']>[0] = (_request, response) => response.writeHead(500).end();
  const asked: string[] = [];
  const agents: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    agents.push(request.headers['user-agent'] ?? '');
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    agents,
    answer: (handler) => {
      handle = handler;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const send = (response: ServerResponse, type: string, body: string, status = 200): void => {
  response.writeHead(status, { 'content-type': type }).end(body);
};

export type ArxivWork = { id: string; version: number; title: string; abstract: string; authors: string[] };

/** An answer of arXiv's API in its real shape. */
export const atomFeed = (works: readonly ArxivWork[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?id_list" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query: search_query=&amp;id_list=&amp;start=0&amp;max_results=1</title>
  <id>http://arxiv.org/api/made/up</id>
  <updated>2026-01-02T00:00:00-05:00</updated>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${works.length}</opensearch:totalResults>
${works
  .map(
    ({ id, version, title, abstract, authors }) => `  <entry>
    <id>http://arxiv.org/abs/${id}v${version}</id>
    <updated>2024-02-0${version}T10:00:00Z</updated>
    <published>2024-01-23T18:59:59Z</published>
    <title>${title}</title>
    <summary>  ${abstract}
</summary>
${authors.map((name) => `    <author>\n      <name>${name}</name>\n    </author>`).join('\n')}
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">9 pages</arxiv:comment>
    <link href="http://arxiv.org/abs/${id}v${version}" rel="alternate" type="text/html"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="math.NA" scheme="http://arxiv.org/schemas/atom"/>
    <category term="math.NA" scheme="http://arxiv.org/schemas/atom"/>
  </entry>`,
  )
  .join('\n')}
</feed>
`;

/** An answer of Crossref in its real shape. */
export const crossrefWork = (work: Record<string, unknown>): string =>
  JSON.stringify({
    status: 'ok',
    'message-type': 'work',
    'message-version': '1.0.0',
    message: {
      indexed: { 'date-parts': [[2025, 1, 1]], timestamp: 1735689600000 },
      'reference-count': 12,
      publisher: 'Made-up Press',
      type: 'journal-article',
      issued: { 'date-parts': [[2021, 5]] },
      'container-title': ['Journal of Made-up Results'],
      score: 1,
      ...work,
    },
  });
