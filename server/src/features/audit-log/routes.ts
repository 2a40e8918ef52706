import { createReadStream } from 'node:fs';
import path from 'node:path';
import { type ForwardingTarget, mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { Download } from '../../kernel/answers.ts';
import { inPlace } from '../../kernel/copy-out.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { route, steppedRoute } from '../../kernel/route.ts';
import { type Checkpoint, checkpointFolder, checkpointsOf, signed } from './checkpoint-file.ts';
import { type Checkpointer, createCheckpointer } from './checkpointer.ts';
import { destinationOf } from './egress.ts';
import { type ChainParts, type PreparedExport, prepareExport, streamChain, streamCsv } from './export-log.ts';
import type { FigureTime } from './figure-queries.ts';
import type { LogDb } from './filter-queries.ts';
import { findLogEntry } from './find-log-entry.ts';
import { forwardEntries } from './forward-entries.ts';
import { listLog } from './list-log.ts';
import { changeForwarding, changeLogSettings, findLogSettings, targetOf } from './log-settings.ts';
import { mspView, organizationView } from './log-view.ts';
import { listCategories } from './queries.ts';
import { findSignedRemoval } from './proven-removals.ts';
import { summarizeLog } from './summarize-log.ts';
import { keepUp } from './upkeep.ts';

const verifier = path.join(import.meta.dirname, 'verify-audit-export.mjs');

export function auditLogRoutes(kernel: Kernel): void {
  const folder = checkpointFolder(kernel.settings.dataFolder);
  const checkpointer = createCheckpointer({ ...kernel, folder });
  keepUp(kernel, checkpointer, folder);
  const { jobs, clock, secrets, settings } = kernel;
  const sender = new URL(settings.publicUrl).hostname;
  forwardEntries({ jobs, clock, secrets, sender, allowed: settings.auditForwardAllow });
  mspRoutes(kernel, checkpointer);
  organizationRoutes(kernel, checkpointer);
}

function mspRoutes(kernel: Kernel, checkpointer: Checkpointer): void {
  const calls = mspAuditLog;
  const everything = {};
  route(kernel, calls.list, async ({ db, actor, query }) => listLog(db, await mspView(db, actor, query), query));
  route(kernel, calls.categories, async ({ db, actor }) => ({
    categories: await listCategories(db, await mspView(db, actor, everything)),
  }));
  route(kernel, calls.summarize, async ({ db, actor }) =>
    summarizeLog(db, await mspView(db, actor, everything), figureTime(kernel)),
  );
  route(kernel, calls.findEntry, async ({ db, actor, params }) =>
    findLogEntry(db, await mspView(db, actor, everything), params.seq, checkpointer),
  );
  steppedRoute(kernel, calls.exportCsv, async ({ enter, query }) =>
    inPlace(await enter(tenantOf), async (place) => {
      const prepared = await enter(async (db, actor) => prepareExport(db, await mspView(db, actor, query), 'csv'));
      return streamCsv(kernel.database, prepared, place);
    }),
  );
  steppedRoute(kernel, calls.exportChain, async ({ enter, query }) =>
    inPlace(await enter(tenantOf), async (place) => {
      const checkpoints = await checkpointsBefore(kernel, place.tenantId);
      const [prepared, actor] = await enter(
        async (db, person) => [await prepareExport(db, await mspView(db, person, query), 'chain'), person] as const,
      );
      return chainDownload(kernel, prepared, { actor, checkpoints, place });
    }),
  );
  route(kernel, calls.downloadVerifier, async () => verifierDownload());
  route(kernel, calls.findSettings, async ({ db }) => findLogSettings(db));
  route(kernel, calls.changeSettings, async ({ db, body }) => changeLogSettings(db, body));
  steppedRoute(kernel, calls.changeForwarding, async ({ enter, body }) => {
    await mustBeReachable(kernel, body);
    return enter((db) => changeForwarding(db, body, kernel.secrets));
  });
}

function organizationRoutes(kernel: Kernel, checkpointer: Checkpointer): void {
  const calls = organizationAuditLog;
  const everything = organizationView({});
  route(kernel, calls.list, async ({ db, query }) => listLog(db, organizationView(query), query));
  route(kernel, calls.categories, async ({ db }) => ({ categories: await listCategories(db, everything) }));
  route(kernel, calls.summarize, async ({ db }) => summarizeLog(db, everything, figureTime(kernel)));
  route(kernel, calls.findEntry, async ({ db, params }) => findLogEntry(db, everything, params.seq, checkpointer));
  steppedRoute(kernel, calls.exportCsv, async ({ enter, query }) =>
    inPlace(await enter(tenantOf), async (place) => {
      const prepared = await enter((db) => prepareExport(db, organizationView(query), 'csv'));
      return streamCsv(kernel.database, prepared, place);
    }),
  );
  steppedRoute(kernel, calls.exportChain, async ({ enter, query }) =>
    inPlace(await enter(tenantOf), async (place) => {
      const checkpoints = await checkpointsBefore(kernel, place.tenantId);
      const [prepared, actor] = await enter(
        async (db, person) => [await prepareExport(db, organizationView(query), 'chain'), person] as const,
      );
      return chainDownload(kernel, prepared, { actor, checkpoints, place });
    }),
  );
  route(kernel, calls.downloadVerifier, async () => verifierDownload());
  route(kernel, calls.findSettings, async ({ db }) => findLogSettings(db));
  route(kernel, calls.changeSettings, async ({ db, body }) => changeLogSettings(db, body));
  steppedRoute(kernel, calls.changeForwarding, async ({ enter, body }) => {
    await mustBeReachable(kernel, body);
    return enter((db) => changeForwarding(db, body, kernel.secrets));
  });
}

function figureTime({ clock, settings }: Kernel): FigureTime {
  return { now: clock.now(), limits: settings.session };
}

async function tenantOf({ tenantId }: LogDb): Promise<number> {
  return tenantId;
}

/** Read before an export learns how far the chain has come: one that lies further tells that the chain's end was cut off. */
async function checkpointsBefore({ database, secrets, settings }: Kernel, tenantId: number): Promise<Checkpoint[]> {
  const { auditPublicKeys: publicKeys, auditSigningKey } = secrets;
  const own = await checkpointsOf(checkpointFolder(settings.dataFolder), publicKeys, tenantId);
  const removal = await findSignedRemoval({ database, publicKeys }, tenantId);
  const isOwn = own.some(({ signature }) => signature === removal?.signature);
  const found = removal === undefined || isOwn ? own : [...own, removal];
  // An export stands under one key, the one in use: what a former one signed, and was found to be right, is signed anew for it.
  return publicKeys.length === 1 ? found : found.map((checkpoint) => signed(checkpoint, auditSigningKey));
}

function chainDownload(
  { database, secrets, clock }: Kernel,
  prepared: PreparedExport,
  about: Pick<ChainParts, 'actor' | 'checkpoints' | 'place'>,
): Promise<Download> {
  const { auditSigningKey: signingKey, auditPublicKey: publicKey } = secrets;
  return streamChain({ database, signingKey, publicKey, now: clock.now(), ...about }, prepared);
}

function verifierDownload(): Download {
  return new Download('text/javascript; charset=utf-8', 'verify-audit-export.mjs', createReadStream(verifier));
}

/** Before a target is kept: a name that leads nowhere, or to where nothing may be sent, is refused at once. */
async function mustBeReachable({ settings }: Kernel, wanted: ForwardingTarget): Promise<void> {
  if (wanted.kind === 'off') {
    return;
  }
  const { hostname } = new URL(targetOf(wanted));
  const destination = await destinationOf(hostname, settings.auditForwardAllow).catch(() => {
    throw new Refusal('audit.target_refused', { message: `The host ${hostname} could not be found.` });
  });
  if (destination === undefined) {
    throw new Refusal('audit.target_refused');
  }
}
