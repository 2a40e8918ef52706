import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from './start-failure.ts';

/** The account that PostgreSQL runs as. */
export type DatabaseAccount = {
  readonly name: string;
  /** Set only where we are root and have to become somebody else; otherwise the account is our own. */
  readonly become: { readonly uid: number; readonly gid: number } | undefined;
};

/**
 * PostgreSQL refuses to run as root. As root the account is the owner of an existing cluster, or else `postgres`, or
 * `nobody`. As anybody else it is our own account, which then has to own an existing cluster.
 */
export function databaseAccount(clusterFolder: string): DatabaseAccount {
  const own = process.getuid?.() ?? -1;
  const owner = existsSync(clusterFolder) ? statSync(clusterFolder) : undefined;
  if (own !== 0) {
    if (owner !== undefined && own !== -1 && owner.uid !== own) {
      throw new StartFailure(
        `The database in ${clusterFolder} belongs to another account (number ${owner.uid}). Start Sentrywell as that account, or set DATA_DIR to another folder.`,
      );
    }
    return { name: 'your own account', become: undefined };
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `account number ${owner.uid}`, become: { uid: owner.uid, gid: owner.gid } };
  }
  return unprivilegedAccount();
}

function unprivilegedAccount(): DatabaseAccount {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const found = accounts.find((fields) => fields[0] === name);
    if (found?.[2] !== undefined && found[3] !== undefined) {
      return { name, become: { uid: Number(found[2]), gid: Number(found[3]) } };
    }
  }
  throw new StartFailure(
    "PostgreSQL refuses to run as root, and this machine has neither an account 'postgres' nor 'nobody'. Start Sentrywell as an ordinary user.",
  );
}

/**
 * The first folder on the way to `folder` that the account may not enter; undefined when it can reach it.
 * Tried for real as that account, because modes alone don't tell (access lists, network mounts).
 */
export function firstClosedFolder({ become }: DatabaseAccount, folder: string): string | undefined {
  if (become === undefined) return undefined;
  const steps = [folder];
  for (let step = folder; step !== path.dirname(step); ) {
    step = path.dirname(step);
    steps.unshift(step);
  }
  const script = 'for folder in "$@"; do cd "$folder" 2>/dev/null || { printf %s "$folder"; exit; }; done';
  const tried = spawnSync('/bin/sh', ['-c', script, 'sh', ...steps], {
    ...become,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  });
  if (tried.error !== undefined) throw tried.error;
  return tried.stdout === '' ? undefined : tried.stdout;
}
