import type { Endpoint } from '@sentrywell/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Jobs } from './jobs.ts';
import type { Metrics } from './metrics.ts';
import type { Secrets } from './secrets.ts';

/** What every feature needs, made once in main.ts (or by the tests) and handed to each feature's routes. */
export type Kernel = {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  /** Every endpoint mounted so far: what OpenAPI and the authorization matrix are made from. */
  readonly endpoints: Endpoint[];
};
