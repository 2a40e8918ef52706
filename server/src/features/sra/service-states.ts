import type { CatalogueSetting } from './catalogue.ts';
import type { EffectivePolicy, ReducedPolicies } from './reduce-policies.ts';

type Place = Pick<EffectivePolicy, 'orgUnit' | 'group'>;

/** Where the service behind a setting is on: only there the setting is in force. */
type ServiceReach =
  | { readonly kind: 'on' }
  /** Off where the setting stands, and on in places that take the setting from there. */
  | { readonly kind: 'on-elsewhere'; readonly places: readonly string[] }
  | { readonly kind: 'off' }
  | { readonly kind: 'not-licensed' };

export type ServiceStates = { readonly reachOf: (row: EffectivePolicy, service: CatalogueSetting) => ServiceReach };

// What cannot be read is not off: no setting may drop out of the score because of it.
function isOn({ value }: EffectivePolicy): boolean {
  return value?.['serviceState'] !== 'DISABLED';
}

function keyOf(type: string, { orgUnit, group = '' }: Place): string {
  return `${type} ${orgUnit} ${group}`;
}

/** The states of services where settings are in force: in groups, too, and in units that only inherit a setting. */
export function serviceStatesOf({ rows, chainOf, knowsServices }: ReducedPolicies): ServiceStates {
  const byPlace = new Map(rows.map((row) => [keyOf(row.type, row), row]));
  const sent = rows.filter(({ type, policies }) => type.endsWith('.service_status') && policies.length > 0);
  const on = sent.filter(isOn);
  const onByService = Map.groupBy(on, ({ type }) => type);
  // By every unit that the place may take a setting from: of thousands of units most have nothing to do with each other.
  const onBelow = Map.groupBy(
    on.flatMap((place) => {
      const sources = place.group === undefined ? chainOf(place.orgUnit) : [place.orgUnit];
      return sources.map((orgUnit) => ({ place, orgUnit }));
    }),
    ({ place, orgUnit }) => keyOf(place.type, { orgUnit, group: undefined }),
  );

  const stateIn = (type: string, { orgUnit, group }: Place): EffectivePolicy | undefined => {
    const units = chainOf(orgUnit).map((unit) => ({ orgUnit: unit, group: undefined }));
    const places: readonly Place[] = group === undefined ? units : [{ orgUnit, group }, ...units];
    const states = places.map((place) => byPlace.get(keyOf(type, place)));
    return states.find((state) => state !== undefined && state.policies.length > 0);
  };

  const takesItsOwn = (type: string, place: Place, orgUnit: string): boolean => {
    if (place.group !== undefined) return byPlace.has(keyOf(type, place));
    const source = chainOf(place.orgUnit).find((unit) => byPlace.has(keyOf(type, { orgUnit: unit, group: undefined })));
    return source !== orgUnit;
  };

  const placesOf = (row: EffectivePolicy, type: string): readonly Place[] => {
    // A group's members may be in any unit, so what is set for a group is in force wherever the service is on.
    if (row.group !== undefined) return onByService.get(type) ?? [];
    const below = onBelow.get(keyOf(type, row)) ?? [];
    return below.flatMap(({ place }) => (takesItsOwn(row.type, place, row.orgUnit) ? [] : [place]));
  };

  return {
    reachOf: (row, { type }) => {
      const here = stateIn(type, row);
      if (here === undefined ? !knowsServices : isOn(here)) return { kind: 'on' };
      const places = placesOf(row, type);
      if (places.length > 0)
        return { kind: 'on-elsewhere', places: places.map(({ orgUnit, group }) => group ?? orgUnit) };
      return { kind: here === undefined ? 'not-licensed' : 'off' };
    },
  };
}
