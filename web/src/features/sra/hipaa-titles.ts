import titles from '../../../../catalogue/hipaa-citations.json' with { type: 'json' };

const byCitation = new Map(Object.entries(titles));

/** '164.312(d)' → 'Person or entity authentication'; undefined where the catalogue names none. */
export function hipaaTitle(citation: string): string | undefined {
  return byCitation.get(citation);
}
