import { config } from 'zod';

// It makes code of its own for each shape, and first tries whether it may: the page's policy forbids that, and notes the try.
config({ jitless: true });
