import { config } from 'zod';

// It generates code for each shape after testing whether that is allowed: the page's policy forbids it, and reports the
// test.
config({ jitless: true });
