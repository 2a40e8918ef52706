import { createHash } from 'node:crypto';
import type { ClientBase, QueryResult } from 'pg';
import { ask } from './ask.ts';

/**
 * Typed SQL. A statement is a template; its values travel apart from its text and every statement is prepared under a name
 * made from that text, so PostgreSQL plans it once a connection.
 *
 *   const [row] = await db.sql<{ id: number }>`select id from organizations where tenant_id = ${db.tenantId}`;
 *
 * Only queries.ts files and the kernel may import this module; everybody else holds handles without a `sql` of their own.
 */
export class Statement {
  readonly text: string;
  readonly values: readonly unknown[];

  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** A piece of SQL to be put into another: text with `$?` where its values go. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export function fragment(strings: TemplateStringsArray, ...values: readonly unknown[]): Fragment {
  return new Fragment(strings, values);
}

/**
 * A whole number that stands in the statement's text, where the planner sees it: for LIMITs, whose size decides between a walk
 * along an index and a sort. Each value is a statement of its own, so there must be few of them.
 */
export function wholeNumber(value: number): Fragment {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new Error(`Not a whole number: ${value}`);
  }
  return new Fragment([String(value)], []);
}

function collect(
  strings: readonly string[],
  values: readonly unknown[],
  into: { text: string; values: unknown[] },
): void {
  strings.forEach((piece, index) => {
    into.text += piece;
    if (index < values.length) {
      const value = values[index];
      if (value instanceof Fragment) {
        collect(value.strings, value.values, into);
      } else {
        into.values.push(value);
        into.text += `$${into.values.length}`;
      }
    }
  });
}

const plainTexts = new WeakMap<TemplateStringsArray, string>();

/** Builds a statement from a template. Templates without fragments are put together once. */
export function statement(strings: TemplateStringsArray, values: readonly unknown[]): Statement {
  const known = plainTexts.get(strings);
  if (known !== undefined) {
    return new Statement(known, values);
  }
  const built = { text: '', values: [] as unknown[] };
  collect(strings, values, built);
  if (!values.some((value) => value instanceof Fragment)) {
    plainTexts.set(strings, built.text);
  }
  return new Statement(built.text, built.values);
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

const columnNames = new Map<string, string>();

/** snake_case of SQL → camelCase of TypeScript: the one place where names are translated. */
function camel(column: string): string {
  let name = columnNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    columnNames.set(column, name);
  }
  return name;
}

export function rowsOf<Row>(result: QueryResult<unknown[]>): Row[] {
  const keys = result.fields.map((field) => camel(field.name));
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < keys.length; index += 1) {
      row[keys[index] as string] = values[index];
    }
    return row as Row;
  });
}

export type SqlTag = <Row extends object = Record<string, never>>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;

/** Told of a statement that took long: its text and its name, never its values. */
export type SlowQueries = {
  readonly milliseconds: number;
  readonly tell: (query: { readonly name: string; readonly text: string; readonly milliseconds: number }) => void;
};

function tellIfSlow(slow: SlowQueries, text: string, began: number): void {
  const milliseconds = Math.round(performance.now() - began);
  if (milliseconds >= slow.milliseconds) {
    slow.tell({ name: nameOf(text), text: text.replace(/\s+/g, ' ').trim().slice(0, 2_000), milliseconds });
  }
}

/** The tag that runs statements on one connection. */
export function tagFor(client: ClientBase, slow?: SlowQueries): SqlTag {
  return async <Row extends object>(strings: TemplateStringsArray, ...values: readonly unknown[]) => {
    const { text, values: parameters } = statement(strings, values);
    const began = performance.now();
    const result = await ask<unknown[]>(client, {
      name: nameOf(text),
      text,
      values: [...parameters],
      rowMode: 'array',
    });
    if (slow !== undefined) {
      tellIfSlow(slow, text, began);
    }
    return rowsOf<Row>(result);
  };
}

const tags = new WeakMap<object, SqlTag>();

/** Binds a handle to the connection it stands for. Called by the kernel only. */
export function bindTag(handle: object, tag: SqlTag): void {
  tags.set(handle, tag);
}

export function unbindTag(handle: object): void {
  tags.delete(handle);
}

/**
 * The tag of a handle (`OpenDb`, `MspDb`, `OrganizationDb` …). A handle works only while its transaction is open.
 * @throws Error when the transaction is over: a defect, never a refusal.
 */
export function sqlOf(handle: object): SqlTag {
  const tag = tags.get(handle);
  if (tag === undefined) {
    throw new Error('This transaction is over: a query was sent after it ended.');
  }
  return tag;
}

/** @returns the only row; for statements that always give one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) {
    throw new Error('A statement that always gives one row gave none.');
  }
  return row;
}

/** A value for a jsonb column. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}
