import type { JsonObject } from './json.ts';
import { stableId } from './stable-random.ts';

/** A policy as the Cloud Identity Policy API writes it. */
export type Policy = {
  name: string;
  customer: string;
  policyQuery: { query: string; orgUnit: string; group?: string; sortOrder: number };
  setting: { type: string; value: JsonObject };
  type: 'ADMIN' | 'SYSTEM';
};

export type OrgUnit = { readonly id: string; readonly name: string; readonly depth: number; readonly parent: string };

/** The places of a Workspace that policies can be set for. */
export type Directory = {
  readonly domain: string;
  readonly customer: string;
  readonly orgUnits: readonly [OrgUnit, OrgUnit, OrgUnit, OrgUnit];
  readonly group: string;
};

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

export function directoryOf(domain: string): Directory {
  const unit = (name: string, depth: number, parent: string): OrgUnit => ({
    id: `03ph8a2z${stableId(`${domain}/${name}`, 7, idAlphabet)}`,
    name,
    depth,
    parent,
  });
  const root = unit('/', 0, '');
  const staff = unit('/Clinical staff', 1, root.id);
  return {
    domain,
    customer: `customers/C0${stableId(domain, 7, idAlphabet)}`,
    orgUnits: [root, staff, unit('/Front desk', 1, root.id), unit('/Clinical staff/Nurses', 2, staff.id)],
    group: `groups/0${stableId(`${domain}/group`, 14, idAlphabet)}`,
  };
}

/** Where a policy is set, and how strong it is. */
type Place = { readonly orgUnit: OrgUnit; readonly group?: string; readonly by: 'ADMIN' | 'SYSTEM' };

// The whole part of sortOrder tells who set a policy and how deep; the fraction keeps policies of one place apart.
function sortOrderOf(place: Place, count: number): number {
  const whole = place.by === 'SYSTEM' ? 101 : 201 + place.orgUnit.depth;
  const base = place.group === undefined ? whole : 399;
  return Number((base + (count % 223) / 100_000).toFixed(5));
}

const licence = "entity.licenses.exists(license, license in ['/product/Google-Apps/sku/1010020020'])";

function queryOf(place: Place): string {
  const units = `entity.org_units.exists(org_unit, org_unit.org_unit_id == orgUnitId('${place.orgUnit.id}'))`;
  if (place.group !== undefined) {
    const group = place.group.replace('groups/', '');
    return `${units} && entity.groups.exists(group, group.group_id == groupId('${group}'))`;
  }
  return place.by === 'SYSTEM' ? `${units} && ${licence}` : units;
}

export type AddPolicy = (type: string, place: Place, value: JsonObject, sortOrder?: number) => void;

/** @returns a function that adds a policy to the list, with the next name and strength of its place. */
export function policyAdder(directory: Directory, policies: Policy[]): AddPolicy {
  return (type, place, value, sortOrder) => {
    const count = policies.length;
    const seed = `${directory.domain}/${type}/${place.by}/${place.orgUnit.id}/${place.group ?? ''}/${count}`;
    policies.push({
      name: `policies/a${stableId(seed, 26, base32)}`,
      customer: directory.customer,
      policyQuery: {
        query: queryOf(place),
        orgUnit: `orgUnits/${place.orgUnit.id}`,
        ...(place.group === undefined ? {} : { group: place.group }),
        sortOrder: sortOrder ?? sortOrderOf(place, count),
      },
      setting: { type, value },
      type: place.by,
    });
  };
}
