// canary: walls the-emulator-belongs-to-the-demo
import { borrowed } from '../../../../emulator/knows-server.ts';

export const taken = borrowed;
