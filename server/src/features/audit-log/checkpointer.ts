import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import { type FileLock, tryFileLock } from '../../kernel/file-lock.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { inTenant, noOrigin, platformTenantId } from '../../kernel/tenant.ts';
import { listChains } from './chain-queries.ts';
import { type CheckpointFile, newestCheckpoints, openCheckpointFile, type Position } from './checkpoint-file.ts';

export type CheckpointParts = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'auditSigningKey'>;
  readonly clock: Clock;
  readonly folder: string;
};

type Covered = { readonly seq: number; readonly time: string };

export type Checkpointer = {
  /** Signs how far every chain has come that went on since the last time. @returns how many those were. */
  readonly run: () => Promise<number>;
  /** Whether this server is the one that writes the folder. */
  readonly isWriter: () => Promise<boolean>;
  /**
   * Signs that entries are going to be removed, before they are.
   * @returns the signed line, for the servers with other folders. @throws where another server writes the folder.
   */
  readonly announceRemoval: (position: Omit<Position, 'kind'>) => Promise<string>;
  /** The newest checkpoint of a tenant that this server knows of. */
  readonly newestOf: (tenantId: number) => Covered | undefined;
  readonly close: () => void;
};

async function openFile(
  { secrets, folder }: Pick<CheckpointParts, 'secrets' | 'folder'>,
  newest: Map<number, Covered>,
): Promise<CheckpointFile> {
  const file = openCheckpointFile(folder, secrets.auditSigningKey);
  for (const { tenant, seq, time } of await newestCheckpoints(folder)) {
    newest.set(tenant, { seq, time });
  }
  return file;
}

/** One server writes a folder at a time: servers that share a data folder take turns only when the writer ends. */
export function createCheckpointer({ database, secrets, clock, folder }: CheckpointParts): Checkpointer {
  const newest = new Map<number, Covered>();
  let lock: FileLock | undefined;
  let file: Promise<CheckpointFile> | undefined;

  const opened = async (): Promise<CheckpointFile | undefined> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock ??= tryFileLock(path.join(folder, 'writer'));
    if (lock === undefined) {
      return undefined;
    }
    // Once, also for a checkpoint and a removal that come at the same time.
    file ??= openFile({ secrets, folder }, newest);
    return file.catch((error: unknown) => {
      file = undefined;
      throw error;
    });
  };

  return {
    run: async () => {
      const writer = await opened();
      if (writer === undefined) {
        return 0;
      }
      const chains = await inTenant(
        database,
        { tenantId: platformTenantId, origin: noOrigin, reads: true },
        listChains,
      );
      const now = clock.now();
      const moved = chains.filter(({ tenantId, seq }) => newest.get(tenantId)?.seq !== seq);
      if (moved.length > 0) {
        writer.append(
          moved.map(({ tenantId, seq, hash }) => ({ kind: 'checkpoint', tenant: tenantId, seq, hash })),
          now,
        );
      }
      for (const { tenantId, seq } of moved) {
        newest.set(tenantId, { seq, time: now.toISOString() });
      }
      return moved.length;
    },
    isWriter: async () => (await opened()) !== undefined,
    announceRemoval: async (position) => {
      const writer = await opened();
      if (writer === undefined) {
        throw new Error('Another server writes the checkpoints.');
      }
      return writer.append([{ kind: 'removed', ...position }], clock.now()).join('\n');
    },
    newestOf: (tenantId) => newest.get(tenantId),
    close: () => {
      lock?.release();
      lock = undefined;
      file = undefined;
    },
  };
}
