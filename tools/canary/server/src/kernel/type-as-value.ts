// canary: types TS1484 verbatimModuleSyntax
import { PathLike } from 'node:fs';
export type Place = PathLike;
