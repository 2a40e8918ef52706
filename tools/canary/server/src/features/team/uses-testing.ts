// canary: walls only-tests-use-testing
import { world } from '../../testing/world.ts';

export const made = world;
