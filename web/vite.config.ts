import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compress } from './compress-plugin.ts';
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
      this.emitFile({ type: 'asset', name: 'theme-first.js', source: readFileSync(new URL(source, import.meta.url)) });
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

/**
 * What every page needs comes in few files: as the thirty small ones that it would be otherwise, it compresses worse, a visitor's
 * first page would not stay under 110 KB, and a browser with six connections would fetch them in five turns. Each group takes along
 * what its modules need, unless a group before it has that.
 */
const groups = [
  { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler)\//u, priority: 5 },
  {
    name: 'public',
    test: new RegExp(
      [
        'web/src/ui/(join|button-look|page-title)\\.ts',
        'web/src/ui/(Banner|Button|Card|Checkbox|EmptyState|Field|Icon|IconButton|Logo|MainRegion|PasswordField|Spinner|TextField|TextLink)\\.tsx',
        'web/src/kernel/(navigation-state|own-path|use-navigation-state|use-online)\\.ts',
        'web/src/features/shell/OfflineBanner\\.tsx',
        'web/src/features/auth/(PublicCard|remembered-email|use-remembered-email|where-to)\\.tsx?',
      ].join('|'),
      'u',
    ),
    priority: 4,
  },
  // Who had a session here: public pages and the first question need it, and nothing else of each other.
  { name: 'hint', test: /web\/src\/kernel\/(sign-in-hint|stored-text)\.ts/u, priority: 7 },
  // Asks who is there before anything else is read: without React.
  { name: 'asks', test: /web\/src\/features\/shell\/who-is-there\.ts/u, priority: 6 },
  {
    // What public pages need later or only some of them: to send their forms, to show that they load.
    name: 'calls',
    test: /web\/src\/(features\/auth\/sign-in|kernel\/(log-out|theme)|ui\/(Skeleton|toast))\.tsx?|contract\/src\/permissions\.ts/u,
    priority: 3,
  },
  // Around every screen.
  { name: 'frame', test: /web\/src\/features\/shell\/(SessionLayout|ShellLayout|guarded)\.tsx/u, priority: 2 },
  {
    // What many screens show.
    name: 'screens',
    test: /web\/src\/ui\/(ConfirmDialog|DateText|DownloadButton|FiguresError|PageHeader|StatCard|Table)\.tsx/u,
    priority: 1,
  },
  {
    // And the small things that most of them need.
    name: 'parts',
    test: new RegExp(
      [
        'web/src/ui/(Badge|DomainText|Form|LinkButton|OrganizationNotFound|OrganizationStatus|TextArea)\\.tsx',
        'web/src/ui/(counted|figures|table-state|use-typed-term)\\.ts',
        'web/src/kernel/use-organization-title\\.ts',
        'web/src/features/organizations/ScoreText\\.tsx',
        'web/src/features/sra/(VerdictMark|sign-in-state)\\.tsx?',
        'contract/src/(dashboard|organizations)\\.ts',
      ].join('|'),
      'u',
    ),
    priority: 0,
  },
];

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
