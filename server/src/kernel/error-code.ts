/** The code that the system or PostgreSQL gave an error, such as 'EACCES' or '23505'; empty: it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
