import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { compress } from './compress-plugin.ts';
import { fileGroups } from './file-groups.ts';
import { noShapes } from './no-shapes-plugin.ts';
import { prerender } from './prerender-plugin.ts';

/** Where `npm run dev` finds the API while Vite serves the web app itself. */
const apiOrigin = 'http://127.0.0.1:3000';

/** The text face is needed by the first paint of every page: fetch it beside the stylesheet, not after it. */
function preloadTextFace(): Plugin {
  return {
    name: 'sentrywell:preload-text-face',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
        if (face === undefined) {
          throw new Error('The build holds no font: src/ui/fonts.css should name one.');
        }
        const attrs = { rel: 'preload', href: `/${face}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Every page waits for it before its first paint: named by its hash, it is asked for once and not with each page. */
function themeFirst(): Plugin {
  const source = 'src/kernel/theme-first.js';
  return {
    name: 'sentrywell:theme-first',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    buildStart() {
      const { code } = minifySync(source, readFileSync(new URL(source, import.meta.url), 'utf8'));
      this.emitFile({ type: 'asset', name: 'theme-first.js', source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const script = Object.values(bundle ?? {}).find(
          (output) => output.type === 'asset' && output.names.includes('theme-first.js'),
        );
        if (script === undefined || !html.includes(`/${source}`)) {
          throw new Error(`index.html should name ${source}.`);
        }
        return html.replace(`/${source}`, () => `/${script.fileName}`);
      },
    },
  };
}

/** What Vite makes of `import()`. Left to itself it would go to what stands behind the sign-in, and public pages would load that. */
const vitesOwn = 'vite/preload-helper';

const groups = fileGroups.map(({ name, files, priority }) => ({
  name,
  test: new RegExp(
    [...files.map((file) => RegExp.escape(`/${file}`)), ...(name === 'base' ? [vitesOwn] : [])].join('|'),
    'u',
  ),
  priority,
}));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [noShapes(), react(), tailwindcss(), preloadTextFace(), themeFirst(), prerender(), compress()],
  build: {
    // `light-dark()` in tokens.css stays as written in these and newer browsers.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL for a font or a script would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'src/ask-first.ts'], output: { codeSplitting: { groups } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': apiOrigin, '/health': apiOrigin },
  },
});
