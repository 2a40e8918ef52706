import { readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mustStillSignIn } from './markers.ts';
import { must } from './must.ts';
import { ports } from './place.ts';
import { ask } from './product.ts';
import { processOf } from './service.ts';

type Asked = { readonly count: number; readonly others: readonly string[] };
let finish: (() => Promise<Asked>) | undefined;

/** Asks through nginx without a pause while versions change. */
export async function startAsking(): Promise<void> {
  let going = true;
  let count = 0;
  const others: string[] = [];
  const loop = async () => {
    for (; going; count += 1) {
      const status = await ask('/health/ready').catch((error: unknown) => String(error));
      if (status !== 200) {
        others.push(String(status));
      }
      await wait(25);
    }
  };
  const loops = Promise.all([loop(), loop()]);
  finish = async () => {
    going = false;
    await loops;
    return { count, others };
  };
}

/** Which version a server runs: the folder that its process works in. */
const versionOf = (port: number) => path.basename(readlinkSync(`/proc/${processOf(port)}/cwd`));

/** Both servers run the wanted version, and nobody who asked meanwhile noticed. */
export async function lookAtVersion(wanted: string): Promise<string> {
  const asked = await finish?.();
  finish = undefined;
  const versions = [ports.first, ports.second].map(versionOf);
  must(
    versions.every((version) => version === wanted),
    `The servers run ${versions.join(' and ')}, not ${wanted}.`,
  );
  must(asked?.others.length === 0, `Not every request was answered with 200: ${asked?.others.join(', ')}`);
  await mustStillSignIn();
  return `both servers run ${wanted}; ${asked?.count} requests meanwhile, all answered with 200`;
}
