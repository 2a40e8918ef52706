// canary: walls ui-knows-no-feature-and-no-endpoint
import { leaked } from '../features/team/from-server.ts';

export const shown = leaked;
