import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@sentrywell/contract/endpoint.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type pg from 'pg';
import { z } from 'zod';
import { call } from '../bench/load/calls.ts';
import type { Seeded } from '../bench/load/seed.ts';
import { tenantId } from './fault.ts';

const found = z.object({ organization: z.object({ id: z.int(), name: z.string() }) });

/** How the load sees the server: it may lose its connection (the server was killed), or only be told 503. */
export type Load = {
  readonly origin: () => string;
  readonly seeded: Seeded;
  readonly writers: number;
  readonly readers: number;
  readonly mayBreak: boolean;
  /** Milliseconds that somebody waits between two calls. */
  readonly every?: number;
};

/**
 * People rename organizations and read them meanwhile, and keep what they were told: the n-th name of the w-th organization is
 * `WwnN`. An acknowledged name must stand in the audit log afterwards, once; and whoever reads must see the newest acknowledged
 * name or a later one.
 */
export class Ledger {
  readonly acknowledged = new Set<string>();
  readonly wrong: string[] = [];
  answered = 0;
  unavailable = 0;
  broken = 0;
  lastGoodAt = 0;
  readonly #newest = new Map<number, number>();
  readonly #sent = new Map<number, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 500 });
  #stopping = false;
  #running: Promise<unknown> = Promise.resolve();

  start(load: Load): void {
    this.#stopping = false;
    this.#running = Promise.all([
      ...Array.from({ length: load.writers }, (_, index) => this.#repeat(load, () => this.write(load, index))),
      ...Array.from({ length: load.readers }, (_, index) => this.#repeat(load, () => this.#read(load, index))),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
    this.#agent.destroy();
  }

  async #repeat({ every = 2 }: Load, step: () => Promise<number>): Promise<void> {
    while (!this.#stopping) {
      const status = await step();
      // Nobody is there: asking as fast as that fails would keep the machine from starting the server again.
      await pause(status === 0 ? Math.max(every, 100) : every);
    }
  }

  #url({ origin, seeded }: Load, index: number): string {
    return `${origin()}${pathOf(organizationEndpoints.findOrganization, { id: seeded.organizations[index] })}`;
  }

  /** @returns the status; 0: no answer. */
  async write(load: Load, index: number): Promise<number> {
    const n = (this.#sent.get(index) ?? 0) + 1;
    this.#sent.set(index, n);
    const name = `W${index}n${n}`;
    const body = { name, domainName: `clinic${load.seeded.organizations[index]}.example` };
    const cookie = load.seeded.organizationCookies[index] ?? '';
    const { status, text } = await call(this.#url(load, index), { agent: this.#agent, cookie, body });
    if (status === 200) {
      this.acknowledged.add(name);
      this.#newest.set(index, n);
    }
    this.#count(load, status, `writing ${name}`, text);
    return status;
  }

  async #read(load: Load, reader: number): Promise<number> {
    const index = reader % Math.max(1, load.writers);
    const atLeast = this.#newest.get(index) ?? 0;
    const cookie = load.seeded.organizationCookies[index] ?? '';
    const { status, text } = await call(this.#url(load, index), { agent: this.#agent, cookie });
    this.#count(load, status, 'reading', text);
    if (status !== 200) return status;
    const { organization } = found.parse(JSON.parse(text));
    const [, owner, n] = /^W(\d+)n(\d+)$/.exec(organization.name) ?? ['', String(index), '0'];
    const isRight = Number(owner) === index && Number(n) >= atLeast && Number(n) <= (this.#sent.get(index) ?? 0);
    if (organization.id !== load.seeded.organizations[index] || !isRight) {
      this.wrong.push(`read '${organization.name}' where W${index}n${atLeast} was acknowledged`);
    }
    return status;
  }

  #count({ mayBreak }: Load, status: number, what: string, text: string): void {
    this.answered += 1;
    if (status === 200) this.lastGoodAt = performance.now();
    else if (status === 503) this.unavailable += 1;
    else if (status === 0) this.broken += 1;
    if (status !== 200 && status !== 503 && !(status === 0 && mayBreak)) {
      this.wrong.push(`${what}: ${status === 0 ? 'no answer' : status} ${text.slice(0, 200)}`);
    }
  }

  /** Which of the acknowledged names are not in the audit log, and which are there twice. */
  async missing(owner: pg.Client, acknowledged: ReadonlySet<string> = this.acknowledged): Promise<string[]> {
    const { rows } = await owner.query<{ name: string; times: string }>(
      `select substring(log from 'to (W\\d+n\\d+)$') as name, count(*) as times from audit_log
       where tenant_id = $1 and category = 'Organization' group by 1`,
      [tenantId],
    );
    const kept = new Map(rows.map(({ name, times }) => [name, Number(times)]));
    return [
      ...[...acknowledged].filter((name) => !kept.has(name)).map((name) => `${name} was acknowledged and is lost`),
      ...[...kept].filter(([, times]) => times > 1).map(([name]) => `${name} was written twice`),
    ];
  }

  told(): string {
    return `${this.answered} calls, ${this.acknowledged.size} acknowledged writes, ${this.unavailable} × 503, ${this.broken} broken`;
  }
}
