export const sql = 1;
