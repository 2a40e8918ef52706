// canary: types TS2882 noUncheckedSideEffectImports
// canary: walls every-import-is-found
import './nowhere.ts';
