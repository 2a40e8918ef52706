import { describe, expect, it } from 'vitest';
import {
  type CatalogueField,
  type CatalogueSetting,
  catalogue,
  citationsFile,
  hipaaTitles,
  readCatalogueFile,
  settingsFile,
  versionFile,
} from './catalogue.ts';
import { isReadable } from './field-rules.ts';
import { isSameJson } from './score.ts';

const file = readCatalogueFile('workspace-settings.json');
const version = versionFile.parse(readCatalogueFile('catalogue-version.json'));

const allFields = catalogue.settings.flatMap((setting) => setting.fields.map((field) => ({ setting, field })));

describe('the catalogue of Workspace settings', () => {
  it('has the shape that the product expects, with steps that join by commas', () => {
    expect(settingsFile.safeParse(file).error?.issues).toBeUndefined();
    expect(catalogue.settings.length).toBeGreaterThan(190);
  });

  it('names each setting once, in order of tier 1, 2, 3', () => {
    const types = catalogue.settings.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    const tiers = catalogue.settings.map(({ tier }) => tier);
    expect(tiers.filter((tier) => tier === 1)).toHaveLength(53);
    expect(tiers.filter((tier) => tier === 2)).toHaveLength(33);
  });

  it('gives every setting of tiers 1 and 2 a best practice, and says where it comes from', () => {
    const assessed = catalogue.settings.filter(({ tier }) => tier < 3);
    const ruled = (setting: CatalogueSetting): readonly CatalogueField[] => {
      return setting.fields.filter(({ rule }) => rule.kind !== 'informational');
    };
    expect(assessed.filter((setting) => ruled(setting).length === 0)).toEqual([]);
    expect(assessed.filter((setting) => ruled(setting).some(({ source }) => source === undefined))).toEqual([]);
  });

  it('asks only for values that it could read itself', () => {
    const unreadable = allFields.filter(({ field }) => {
      const { rule, default: standard } = field;
      const wanted = 'value' in rule ? [rule.value] : [];
      return [...wanted, ...(standard === undefined ? [] : [standard])].some((value) => !isReadable(field, value));
    });
    expect(unreadable).toEqual([]);
    const outsideItsOwn = allFields.filter(({ field: { rule } }) => {
      return rule.kind === 'oneOf' && !rule.accept.some((accepted) => isSameJson(accepted, rule.value));
    });
    expect(outsideItsOwn).toEqual([]);
  });

  it('lets a rule depend only on fields of its own setting', () => {
    const strangers = allFields.filter(({ field: { rule }, setting }) => {
      const names = setting.fields.map(({ name }) => name);
      if (rule.kind === 'equalsWhen') return !names.includes(rule.when.field);
      return rule.kind === 'equalsUnless' && !names.includes(rule.unless.field);
    });
    expect(strangers).toEqual([]);
  });

  it('names only sources that it lists', () => {
    const known = new Set(version.sources.map(({ id }) => id));
    const named = catalogue.settings.flatMap(({ sources, fields }) => {
      return [...sources, ...fields.flatMap(({ defaultSource }) => defaultSource ?? [])];
    });
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('has a title for every HIPAA citation', () => {
    expect(citationsFile.safeParse(readCatalogueFile('hipaa-citations.json')).success).toBe(true);
    const cited = catalogue.settings.flatMap(({ hipaa }) => hipaa);
    expect(cited.filter((citation) => hipaaTitles[citation] === undefined)).toEqual([]);
  });

  it.each([
    ['a step with a comma', { remedy: ['Open Apps, then Gmail', 'Save the change'] }],
    ['an unknown kind of rule', { fields: [{ name: 'x', valueType: 'bool', rule: { kind: 'perhaps' } }] }],
    ['an area of another setting', { area: 'drive_and_docs' }],
    ['a malformed citation', { hipaa: ['164.312'] }],
    ['a malformed SCuBA id', { scuba: ['GMAIL 9.1'] }],
    ['an unknown key', { comment: 'x' }],
  ])('refuses %s', (_what, change) => {
    const sound = catalogue.find('settings/gmail.imap_access');
    expect(settingsFile.safeParse([sound]).success).toBe(true);
    expect(settingsFile.safeParse([{ ...sound, ...change }]).success).toBe(false);
  });
});
