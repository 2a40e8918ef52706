import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rollup } from 'vite';
import { type PrerenderedPage, prerenderedPages } from './prerendered-pages.ts';

/** The script that holds a module and every one that it needs before it can run, by the module's path inside the web folder. */
function scriptsOf(bundle: Rollup.OutputBundle, root: string, module: string): readonly string[] {
  const chunk = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.moduleIds.some((id) => relative(root, id) === module),
  );
  if (chunk === undefined) {
    throw new Error(`prerendered-pages.ts names ${module}, which the build has no chunk for.`);
  }
  const found = new Set([chunk.fileName]);
  for (const fileName of found) {
    const output = bundle[fileName];
    for (const needed of output?.type === 'chunk' ? output.imports : []) {
      found.add(needed);
    }
  }
  return [...found];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Puts a page's words into the app's own index.html. */
function draw(shell: string, { title, description }: NonNullable<PrerenderedPage['drawn']>, body: string): string {
  const describing = /(<meta\s+name="description"\s+content=")[^"]*"/u;
  return shell
    .replace(/<title>[^<]*<\/title>/u, () => `<title>${escape(title)} · Sentrywell</title>`)
    .replace(describing, (_, start: string) => `${start}${escape(description)}"`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
    .replace(/\s*<noscript>.*<\/noscript>/su, '');
}

/** Runs before the app, for pages that ask something first. */
const askFirst = 'src/ask-first.ts';

type Preloaded = { readonly scripts: readonly string[]; readonly asking: readonly string[]; readonly apiHost: string };

/** Names what the page's scripts are and what they ask for, so that the browser fetches it all at once. */
function preload(
  html: string,
  { calls, needsScript }: PrerenderedPage,
  { scripts, asking, apiHost }: Preloaded,
): string {
  if (!needsScript) {
    return html.replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/gu, '');
  }
  const modulePreload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;
  const isNew = (file: string) => !html.includes(file);
  const first = [
    ...calls.map((path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${apiHost}${path}">`),
    ...asking.slice(0, 1).map((file) => `<script type="module" async crossorigin src="/${file}"></script>`),
    // What the app's entry needs as well, it names itself.
    ...asking.slice(1).filter(isNew).map(modulePreload),
  ];
  const others = scripts.filter((file) => isNew(file) && !asking.includes(file)).map(modulePreload);
  return html
    .replace('<script type="module"', (entry) => `${first.join('')}${entry}`)
    .replace('</head>', () => `${others.join('')}</head>`);
}

async function writePages(config: ResolvedConfig, bundle: Rollup.OutputBundle): Promise<void> {
  const dist = join(config.root, config.build.outDir);
  const outDir = join(dist, '.prerender');
  await build({
    root: config.root,
    logLevel: 'warn',
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
  });
  // What was just built from src/prerender.tsx.
  // oxlint-disable-next-line typescript/no-unsafe-assignment
  const { renderPage }: { renderPage: (path: string) => Promise<string> } = await import(
    pathToFileURL(join(outDir, 'prerender.js')).href
  );
  const shell = await readFile(join(dist, 'index.html'), 'utf8');
  // As kernel/call.ts has it.
  const apiHost = String(config.env['VITE_API_HOST'] ?? '');
  for (const page of prerenderedPages) {
    const file = join(dist, page.file);
    const asking = page.calls.length === 0 ? [] : scriptsOf(bundle, config.root, askFirst);
    const scripts = page.modules.flatMap((module) => scriptsOf(bundle, config.root, module));
    const html = page.drawn === undefined ? shell : draw(shell, page.drawn, await renderPage(page.paths[0]));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, preload(html, page, { scripts: [...new Set(scripts)], asking, apiHost }));
  }
  const table = Object.fromEntries(prerenderedPages.flatMap(({ paths, file }) => paths.map((path) => [path, file])));
  await writeFile(join(dist, 'pages.json'), `${JSON.stringify(table, null, 2)}\n`);
  await writeFile(join(dist, 'api-host.txt'), apiHost);
  await rm(outDir, { recursive: true });
}

/**
 * After the build: draws the public pages to HTML, so that they read without JavaScript and show at once.
 * Screens inside a session are not drawn; their document names what they need. The files land in dist/pages; dist/pages.json says which
 * addresses each of them answers. Every other address gets index.html. dist/api-host.txt says where the pages find the API.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'sentrywell:prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        if (config !== undefined) {
          await writePages(config, bundle);
        }
      },
    },
  };
}
