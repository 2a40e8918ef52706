import { readFileSync } from 'node:fs';
import { isObject, type JsonObject, listOf, textOf } from './json.ts';

export type FieldType = {
  readonly name: string;
  readonly valueType: string;
  readonly members: readonly string[];
  readonly standard: unknown;
  readonly rule: JsonObject;
};

/** What a Workspace needs to know of one kind of setting: which fields it has and which values they take. */
export type SettingType = {
  readonly type: string;
  readonly title: string;
  readonly tier: number;
  readonly fields: readonly FieldType[];
};

function readField(value: unknown): FieldType {
  const field = isObject(value) ? value : {};
  return {
    name: textOf(field['name']),
    valueType: textOf(field['valueType']),
    members: listOf(field['enum']).map(textOf),
    standard: field['default'],
    rule: isObject(field['rule']) ? field['rule'] : {},
  };
}

function readSettingTypes(): readonly SettingType[] {
  const file = new URL('../catalogue/workspace-settings.json', import.meta.url);
  const records: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return listOf(records)
    .filter(isObject)
    .map((record) => ({
      type: textOf(record['type']),
      title: textOf(record['title']),
      tier: Number(record['tier']),
      fields: listOf(record['fields']).map(readField),
    }));
}

export const settingTypes = readSettingTypes();

const neutral: Readonly<Record<string, unknown>> = {
  bool: false,
  string: '',
  int: 0,
  timestamp: '2025-01-15T09:30:00Z',
  duration: '0s',
  object: {},
  list: [],
};

/** @returns the value the field has when nobody chose one. */
export function standardValue(field: FieldType): unknown {
  if (field.standard !== undefined) return field.standard;
  return field.members[0] ?? neutral[field.valueType];
}

/** @returns a value that follows the best practice; the standard value where there is none. */
export function safeValue(field: FieldType): unknown {
  const { kind, value } = field.rule;
  if (kind === 'empty') return [];
  if (kind === 'timestampInPast') return '2025-03-03T00:00:00Z';
  return value === undefined ? standardValue(field) : value;
}

function oppositeOf(field: FieldType, safe: unknown): unknown {
  if (typeof safe === 'boolean') return !safe;
  if (typeof safe === 'number') return Math.max(0, safe - 6);
  const accepted = new Set(listOf(field.rule['accept']));
  const member = field.members.find((name) => name !== safe && !accepted.has(name));
  if (member !== undefined) return member;
  if (field.valueType === 'duration') return '1209600s';
  if (field.valueType === 'timestamp') return '1970-01-01T00:00:00Z';
  return field.valueType === 'list' ? ['203.0.113.7', '198.51.100.0/24'] : safe;
}

/** @returns a value an administrator in a hurry would leave: the standard one where that is not the best practice. */
export function weakValue(field: FieldType): unknown {
  const safe = safeValue(field);
  if (field.rule['kind'] === 'informational') return safe;
  const standard = standardValue(field);
  const accepted = new Set(listOf(field.rule['accept']));
  const weak =
    field.standard !== undefined && !accepted.has(standard) && JSON.stringify(standard) !== JSON.stringify(safe);
  return weak ? standard : oppositeOf(field, safe);
}
