// canary: walls web-and-server-meet-only-in-contract
import { text } from '../../../../web/src/ui/text.ts';

export const shown = text;
