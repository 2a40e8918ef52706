// canary: walls the-emulator-is-started-by-main
import { borrowed } from '../../../../emulator/knows-server.ts';

export const taken = borrowed;
