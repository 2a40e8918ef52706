// canary: walls the-product-knows-no-demo
import { demo } from '../../demo/demo.ts';

export const shown = demo;
