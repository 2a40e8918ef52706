import { createServer } from 'node:http';
import { build, type Plugin } from 'vite';
import { freePort } from '../load/programs.ts';

/** The least that a page made with React could do to show an answer: no frame, no session, no router, no style. */
export type ReactFloor = {
  readonly origin: string;
  readonly close: () => void;
};

/** A row for each entry of the answer's list; one opens when it is pressed, as rows of the product do. */
const program = (list: string, line: string) => `
  import { createElement, useEffect, useState } from 'react';
  import { createRoot } from 'react-dom/client';

  function Row({ one }) {
    const [isOpen, setOpen] = useState(false);
    const press = { type: 'button', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) };
    return createElement('li', null,
      createElement('h3', null, createElement('button', press, ${line})),
      createElement('div', null, isOpen ? createElement('pre', null, JSON.stringify(one)) : null));
  }

  function Page() {
    const [all, setAll] = useState([]);
    useEffect(() => void fetch('/answer').then((answer) => answer.json()).then((answer) => setAll(answer.${list})), []);
    return createElement('main', null, createElement('ul', null, all.map((one, index) => createElement(Row, { key: index, one }))));
  }

  createRoot(document.getElementById('root')).render(createElement(Page));
`;

const entry = 'virtual:floor';

function asModule(text: string): Plugin {
  return {
    name: 'floor',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? text : undefined),
  };
}

async function bundled(text: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [asModule(text)],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const [chunk] = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The floor was not built.');
  return chunk.code;
}

/** Serves the page at `/`, its script and the answer from memory, in this process. */
export async function startReactFloor(
  answer: string,
  { list, line }: { readonly list: string; readonly line: string },
): Promise<ReactFloor> {
  const script = await bundled(program(list, line));
  const replies = new Map([
    [
      '/',
      {
        type: 'text/html',
        body: '<!doctype html><html lang="en"><title>Floor</title><div id="root"></div><script type="module" src="/floor.js"></script>',
      },
    ],
    ['/floor.js', { type: 'text/javascript', body: script }],
    ['/answer', { type: 'application/json', body: answer }],
  ]);
  const server = createServer((request, response) => {
    const { type, body } = replies.get(request.url ?? '') ?? { type: 'text/plain', body: '' };
    response.setHeader('content-type', type).end(body);
  });
  const port = await freePort();
  server.listen({ host: '127.0.0.1', port });
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
