import { searchEndpoints } from '@sentrywell/contract/search.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route } from '../../kernel/route.ts';
import { search } from './search.ts';

export function searchRoutes(kernel: Kernel): void {
  route(kernel, searchEndpoints.search, ({ db, actor, query }) => search(db, actor, query.q));
}
