import { succeeded } from '@sentrywell/contract/shapes.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route } from '../../kernel/route.ts';
import { deactivateMember, reactivateMember } from './deactivate-member.ts';
import { editMember, editMspMember } from './edit-member.ts';
import { listMspTeam, listOrganizationTeam } from './list-team.ts';

export function teamRoutes(kernel: Kernel): void {
  mspTeamRoutes(kernel);
  organizationTeamRoutes(kernel);
}

function mspTeamRoutes(kernel: Kernel): void {
  route(kernel, teamEndpoints.listMspTeam, async ({ db, actor }) => ({ team: await listMspTeam(db, actor) }));

  route(kernel, teamEndpoints.editMspMember, async ({ db, actor, params, body }) => {
    await editMspMember(db, kernel, actor, { ...params, ...body });
    return succeeded;
  });

  route(kernel, teamEndpoints.deactivateMspMember, async ({ db, actor, params }) => {
    await deactivateMember(db, kernel, actor, params.userId);
    return succeeded;
  });

  route(kernel, teamEndpoints.reactivateMspMember, async ({ db, actor, params }) => {
    await reactivateMember(db, kernel, actor, params.userId);
    return succeeded;
  });
}

function organizationTeamRoutes(kernel: Kernel): void {
  route(kernel, teamEndpoints.listOrganizationTeam, async ({ db }) => ({ team: await listOrganizationTeam(db) }));

  route(kernel, teamEndpoints.editMember, async ({ db, actor, params, body }) => {
    await editMember(db, kernel, actor, { ...params, ...body });
    return succeeded;
  });

  route(kernel, teamEndpoints.deactivateMember, async ({ db, actor, params }) => {
    await deactivateMember(db, kernel, actor, params.userId);
    return succeeded;
  });

  route(kernel, teamEndpoints.reactivateMember, async ({ db, actor, params }) => {
    await reactivateMember(db, kernel, actor, params.userId);
    return succeeded;
  });
}
