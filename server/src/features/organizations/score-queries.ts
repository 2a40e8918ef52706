import { fragment } from '../../kernel/sql.ts';

/** The score of the assessment `a`; null where nothing in it counts: the 0 that is stored then (specification §9) is no grade. */
export const scoreColumn = fragment`case when a.compliant + a.partial + a.non_compliant > 0 then a.score end as score`;
