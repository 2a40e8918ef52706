// canary: format server/src/features/team/unformatted.ts
export const   value = "double quotes"
