import type { RouteMatch, RouteObject } from 'react-router';

/** Loads the pages of these routes into the route table itself, so that nothing is left to wait for. */
export async function loadPages(matches: ReadonlyArray<RouteMatch<string, RouteObject>> | null): Promise<void> {
  await Promise.all(
    (matches ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') {
        Object.assign(route, await route.lazy(), { lazy: undefined });
      }
    }),
  );
}
