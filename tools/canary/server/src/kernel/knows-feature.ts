// canary: walls kernel-knows-no-feature
import { list } from '../features/team/queries.ts';

export const known = list;
