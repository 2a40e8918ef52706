/** How far a score went, in points: '+8.9', '-3.0'. */
export function signed(points: number): string {
  return `${points > 0 ? '+' : ''}${points.toFixed(1)}`;
}
