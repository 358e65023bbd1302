import { defineCodes } from '../kernel/codes.ts';

/** How likely an admission is, in four bands (domain 4.8); the sign is the code, as lists of choices write it. */
export const probBand = defineCodes('probBand', [
  { code: '难', name: 'hard', zh: '难', en: 'Unlikely', tone: 'lost' },
  { code: '冲', name: 'reach', zh: '冲', en: 'Reach', tone: 'look' },
  { code: '稳', name: 'match', zh: '稳', en: 'Match', tone: 'act' },
  { code: '保', name: 'safe', zh: '保', en: 'Safe', tone: 'done' },
]);
