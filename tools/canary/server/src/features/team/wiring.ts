// canary: dead-code unlisted
import { gone } from 'a-package-that-nobody-declared';

export { gone };
