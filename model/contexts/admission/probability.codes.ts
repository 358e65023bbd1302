import { defineCodes } from '../../kernel/codes.ts';

/** Likelihood of admission in four bands (domain 4.8); the code is the character used in lists of choices. */
export const probBand = defineCodes('probBand', [
  { code: '难', name: 'hard', zh: '难', en: 'Unlikely', tone: 'lost' },
  { code: '冲', name: 'reach', zh: '冲', en: 'Reach', tone: 'look' },
  { code: '稳', name: 'match', zh: '稳', en: 'Match', tone: 'act' },
  { code: '保', name: 'safe', zh: '保', en: 'Safe', tone: 'done' },
]);
