import type { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { audit } from '../../kernel/audit.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Enter } from '../../kernel/route.ts';
import type { Actor } from '../../kernel/actor.ts';
import { hashToken, newToken } from '../../kernel/token.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { type GoogleSignIn, newSignInSecrets, type SignInSecrets } from './google-sign-in.ts';
import { sessionMark } from './session-mark.ts';
import { getOrganization, insertSignIn } from './sign-in-queries.ts';

type Start = (typeof sraEndpoints)['startWorkspaceSignIn'];
type Parts = { readonly google: GoogleSignIn; readonly clock: Clock };

const lastsMs = 10 * 60_000;

/** Begins a sign-in that only this session can end, for this organization and its domain (security rule 22). */
export async function startWorkspaceSignIn(
  enter: Enter<Start['access']>,
  { google, clock }: Parts,
  expectedDomain: string,
): Promise<string> {
  const tenantId = await enter(async (db) => {
    await domainMustBe(db, expectedDomain);
    return db.tenantId;
  });
  const secrets = newSignInSecrets(newToken(tenantId).token);
  const authUrl = await google.begin(secrets, expectedDomain);
  await enter((db, actor) => remember(db, actor, { secrets, expectedDomain, now: clock.now() }));
  return authUrl;
}

async function domainMustBe(db: OrganizationDb, expectedDomain: string): Promise<void> {
  const { domainName } = await getOrganization(db);
  if (domainName.toLowerCase() !== expectedDomain) {
    throw new Refusal('workspace.wrong_domain');
  }
}

async function remember(
  db: OrganizationDb,
  actor: Actor,
  {
    secrets,
    expectedDomain,
    now,
  }: { readonly secrets: SignInSecrets; readonly expectedDomain: string; readonly now: Date },
): Promise<void> {
  await domainMustBe(db, expectedDomain);
  await insertSignIn(db, {
    stateHash: hashToken(secrets.state),
    userId: actor.userId,
    userName: actor.name,
    sessionMark: sessionMark(actor),
    expectedDomain,
    codeVerifier: secrets.codeVerifier,
    nonce: secrets.nonce,
    now,
    expiresAt: new Date(now.getTime() + lastsMs),
  });
  audit(db, { category: 'Assessments', log: `Began to sign in to the Google Workspace of ${expectedDomain}` });
}
