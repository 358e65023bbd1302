import { expect, test } from 'vitest';
import { stateGraphs } from './testing/state-graphs.ts';

test('the page of states in docs shows the machines as they are', async () => {
  await expect(stateGraphs()).toMatchFileSnapshot('../../docs/states.md');
});
