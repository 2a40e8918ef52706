import { createJobs } from './kernel/jobs.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import { sayCookieIsPlain } from './kernel/cookie.ts';
import { healthRoutes } from './kernel/health.ts';
import { createHttp } from './kernel/http.ts';
import type { Kernel } from './kernel/kernel.ts';
import { createMetrics } from './kernel/metrics.ts';
import { sendMails } from './kernel/mail.ts';
import type { Secrets } from './kernel/secrets.ts';
import { webApp } from './kernel/web-app.ts';
import { accessRequestRoutes } from './features/access-requests/routes.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { accountRoutes } from './features/account/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { contactRoutes } from './features/contact/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { forgetOldNowAndThen } from './features/forgetting/forget-old.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { organizationRoutes } from './features/organizations/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { sraRoutes } from './features/sra/routes.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { teamRoutes } from './features/team/routes.ts';
import type { Settings } from './settings.ts';

export type Parts = {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly clock?: Clock;
  /** Folder of the built web app; undefined: the API alone. */
  readonly webFolder?: string;
  /** Where the log goes; undefined: standard output. */
  readonly logFile?: string;
};

/** The table of contents of the product: one line per feature. */
export async function buildApp({
  settings,
  secrets,
  database,
  clock = systemClock,
  webFolder,
  logFile,
}: Parts): Promise<Kernel> {
  const app = createHttp(settings, logFile);
  await app.after();
  const jobs = createJobs({ database, clock, log: app.log });
  const metrics = createMetrics({ app, database, jobs });
  const kernel: Kernel = { app, database, settings, secrets, clock, jobs, metrics, endpoints: [] };
  sayCookieIsPlain(kernel);
  sendMails(kernel);
  healthRoutes(kernel);
  accessRequestRoutes(kernel);
  auditLogRoutes(kernel);
  accountRoutes(kernel);
  authRoutes(kernel);
  billingRoutes(kernel);
  contactRoutes(kernel);
  dashboardRoutes(kernel);
  invitationRoutes(kernel);
  organizationRoutes(kernel);
  searchRoutes(kernel);
  sraRoutes(kernel);
  registrationRoutes(kernel);
  teamRoutes(kernel);
  forgetOldNowAndThen(kernel);
  if (webFolder !== undefined) {
    await webApp(kernel, webFolder);
  }
  return kernel;
}
