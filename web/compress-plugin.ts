import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Files that shrink; pictures and fonts are compressed already. */
const shrinks = /\.(?:js|css|html|svg|txt)$/u;
/** Below this a compressed answer is no shorter on the wire. */
const leastBytes = 1000;

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.byteLength < leastBytes) {
    return;
  }
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    brotli(bytes, quality).then((small) => writeFile(`${file}.br`, small)),
    zip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

/** After everything else: a .br and a .gz beside each file that shrinks, so that the server need not compress anything itself. */
export function compress(): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'sentrywell:compress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved;
    },
    // Not when the bundle is closed, which a build that failed does as well: of that, what it failed of is to be said.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (config !== undefined) {
          const folder = join(config.root, config.build.outDir);
          const names = await readdir(folder, { recursive: true });
          await Promise.all(names.filter((name) => shrinks.test(name)).map((name) => compressFile(join(folder, name))));
        }
      },
    },
  };
}
