import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './fault.ts';

/** A small ext4 file system in a file, mounted for as long as it is needed. */
export type LoopDisk = {
  readonly folder: string;
  readonly image: string;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly close: () => void;
};

/** Why no such file system can be made here; undefined: it can. */
export function whyNoLoopDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs Linux and root to mount a file system of its own';
  try {
    const disk = newDisk(16);
    disk.close();
    return undefined;
  } catch (error) {
    return `this machine can't mount an ext4 file system from a file (${String(error).split('\n', 1)[0]})`;
  }
}

function run(program: string, ...options: string[]): void {
  execFileSync(program, options, { stdio: 'pipe', env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' } });
}

export function newDisk(megabytes: number): LoopDisk {
  const base = temporaryFolder();
  const image = path.join(base, 'disk.img');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  run('mkfs.ext4', '-q', '-m', '0', image);
  return mounted(base, image);
}

/** What a machine that lost its power would find: the disk as it is at this moment, on another one. */
export function copyOfFrozen(image: string): LoopDisk {
  const base = temporaryFolder();
  const copy = path.join(base, 'disk.img');
  run('cp', '--sparse=always', image, copy);
  return mounted(base, copy);
}

function mounted(base: string, image: string): LoopDisk {
  const folder = path.join(base, 'mounted');
  mkdirSync(folder);
  run('mount', '-o', 'loop', image, folder);
  chmodSync(folder, 0o711);
  return {
    folder,
    image,
    freeze: () => run('fsfreeze', '-f', folder),
    thaw: () => run('fsfreeze', '-u', folder),
    close: () => {
      run('umount', folder);
      rmSync(base, { recursive: true, force: true });
    },
  };
}
