import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { Download, Redirect } from '../../kernel/answers.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute, route, steppedRoute } from '../../kernel/route.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { acceptFinding } from './accept-finding.ts';
import { assessmentCsv } from './assessment-csv.ts';
import { assessmentFileName } from './assessment-file-name.ts';
import { catalogue, hipaaTitles } from './catalogue.ts';
import { changeAssessmentSettings } from './change-assessment-settings.ts';
import { compareAssessments } from './compare-assessments.ts';
import { endException } from './end-exception.ts';
import { listExceptions } from './exception-queries.ts';
import { toException } from './exceptions.ts';
import { expireExceptions } from './expire-exceptions.ts';
import { exportMatrix } from './export-matrix.ts';
import {
  findAssessment,
  findAssessmentByUuid,
  findNewestAssessment,
  findReportedAssessment,
  toAssessment,
} from './find-assessment.ts';
import { finishWorkspaceSignIn } from './finish-workspace-sign-in.ts';
import { createPace } from './google-pace.ts';
import { googleTurns } from './google-turns.ts';
import { createGoogleSignIn } from './google-sign-in.ts';
import { findAssessmentMatrix } from './matrix.ts';
import { countAssessments, includesTier2, listAssessments } from './queries.ts';
import { getOrganization } from './sign-in-queries.ts';
import { startWorkspaceSignIn } from './start-workspace-sign-in.ts';

const assessmentsAtOnce = 200;
const longestReadingMs = 60_000;

export function sraRoutes(kernel: Kernel): void {
  signInRoutes(kernel);
  historyRoutes(kernel);
  downloadRoutes(kernel);
  exceptionRoutes(kernel);
  matrixRoutes(kernel);
}

function signInRoutes(kernel: Kernel): void {
  const { settings, clock } = kernel;
  const google = createGoogleSignIn(settings);
  const pace = createPace(settings.google.minimumIntervalMs, googleTurns(kernel));
  const policyApi = { ...settings.google, pace, longestMs: longestReadingMs };

  steppedRoute(kernel, sraEndpoints.startWorkspaceSignIn, async ({ enter, query }) => ({
    authUrl: await startWorkspaceSignIn(enter, { google, clock }, query.expectedDomain),
  }));

  openRoute(kernel, sraEndpoints.finishWorkspaceSignIn, async ({ door, query, cookie }) => {
    const callback = { door, query, cookie: cookie.value };
    return new Redirect(await finishWorkspaceSignIn({ kernel, google, policyApi, catalogue }, callback));
  });

  route(kernel, sraEndpoints.listPolicies, ({ db, actor, query }) =>
    findAssessmentByUuid(db, actor, query.uuid, clock.now()),
  );
}

function historyRoutes(kernel: Kernel): void {
  const { clock } = kernel;

  route(kernel, sraEndpoints.listAssessments, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      listAssessments(db, { before: query.before, limit: assessmentsAtOnce, now: clock.now() }),
      countAssessments(db),
    ]);
    return { assessments: rows.map(toAssessment), total };
  });

  route(kernel, sraEndpoints.findNewestAssessment, async ({ db }) => ({
    newest: (await findNewestAssessment(db, clock.now())) ?? null,
  }));

  route(kernel, sraEndpoints.findAssessment, ({ db, params }) => findAssessment(db, params.assessmentId, clock.now()));

  route(kernel, sraEndpoints.compareAssessments, async ({ db, params, query }) => {
    const now = clock.now();
    const before = await findAssessment(db, query.before, now);
    return compareAssessments(before, await findAssessment(db, params.assessmentId, now));
  });

  route(kernel, sraEndpoints.findAssessmentSettings, async ({ db }) => ({ includeTier2: await includesTier2(db) }));

  route(kernel, sraEndpoints.changeAssessmentSettings, async ({ db, body }) => {
    await changeAssessmentSettings(db, body, clock.now());
    return body;
  });
}

function recordExport(db: OrganizationDb, { id }: Assessment, format: 'CSV' | 'PDF'): void {
  audit(db, {
    category: 'Assessments',
    log: `Exported assessment ${id} as ${format}`,
    target: { type: 'assessment', id },
  });
}

function downloadRoutes(kernel: Kernel): void {
  const { clock } = kernel;

  steppedRoute(kernel, sraEndpoints.downloadAssessmentCsv, async ({ enter, params }) => {
    const now = clock.now();
    const input = await enter(async (db) => {
      const found = await findReportedAssessment(db, params.assessmentId, now);
      recordExport(db, found.assessment, 'CSV');
      return { ...found, organization: await getOrganization(db) };
    });
    const name = assessmentFileName(input.assessment, input.organization, 'csv');
    return new Download('text/csv; charset=utf-8', name, assessmentCsv({ ...input, now }));
  });

  steppedRoute(kernel, sraEndpoints.downloadAssessmentReport, async ({ enter, params }) => {
    const now = clock.now();
    const input = await enter(async (db) => {
      const found = await findReportedAssessment(db, params.assessmentId, now);
      recordExport(db, found.assessment, 'PDF');
      return { ...found, organization: await getOrganization(db) };
    });
    // With the first report: the server starts sooner without what makes a PDF.
    const { assessmentReport } = await import('./assessment-report.ts');
    const report = await assessmentReport({ ...input, now, hipaaTitles });
    const name = assessmentFileName(input.assessment, input.organization, 'pdf');
    return new Download('application/pdf', name, report);
  });
}

function exceptionRoutes(kernel: Kernel): void {
  const { clock } = kernel;
  expireExceptions(kernel);

  route(kernel, sraEndpoints.listExceptions, async ({ db }) => {
    const now = clock.now();
    return { exceptions: (await listExceptions(db, now)).map((row) => toException(row, now)) };
  });

  route(kernel, sraEndpoints.acceptFinding, async ({ db, actor, body }) => ({
    exception: await acceptFinding(db, actor, body, clock.now()),
  }));

  route(kernel, sraEndpoints.endException, async ({ db, actor, params }) => ({
    exception: await endException(db, actor, params.exceptionId, clock.now()),
  }));
}

function matrixRoutes(kernel: Kernel): void {
  const { clock } = kernel;

  route(kernel, sraEndpoints.findAssessmentMatrix, ({ db }) => findAssessmentMatrix(db, clock.now()));

  route(kernel, sraEndpoints.downloadAssessmentMatrix, ({ db, query }) => {
    const { organization = '', setting = '', area, only } = query;
    return exportMatrix(db, { organization, setting, area, onlyFailing: only === 'failing' }, clock.now());
  });
}
