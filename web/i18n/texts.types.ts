/**
 * Mistakes in texts that must not compile, one to a line: the compiler complains of every `@ts-expect-error` beneath
 * which nothing is wrong. Nothing here ever runs.
 */

import { useTranslation } from 'react-i18next';
import { i18n } from './i18n.ts';
import type { SameParameters, Translation } from './translation.ts';

/** Keys and parameters of texts. */
function Texts() {
  const { t } = useTranslation(['engine', 'common']);
  t('fields.empty');
  t('common:confirm');
  t('fields.placeOf', { place: 1, count: 3 });
  i18n.t('engine:fields.enter', { label: '' });
  // @ts-expect-error no such key
  t('fields.emtpy');
  // @ts-expect-error a group of texts is none
  t('fields');
  // @ts-expect-error a key of an area that is not asked for
  t('login:submit');
  // @ts-expect-error the other area goes with its name
  t('confirm');
  // @ts-expect-error no such area
  useTranslation('engin');
  // @ts-expect-error the parameter is missing
  t('fields.enter');
  // @ts-expect-error one of the parameters is missing
  t('fields.placeOf', { place: 1 });
  // @ts-expect-error a parameter is misspelt
  t('fields.enter', { lable: 'x' });
  // @ts-expect-error a surplus parameter
  t('fields.enter', { label: 'x', max: 3 });
  // @ts-expect-error the text takes no parameters
  t('fields.empty', { label: 'x' });
  // @ts-expect-error a parameter is a text or a number
  t('fields.enter', { label: { zh: 'x' } });
  // @ts-expect-error outside React a key goes with its area
  i18n.t('fields.empty');
  // @ts-expect-error the parameter is missing outside React, too
  i18n.t('engine:fields.enter');
  return null;
}

interface Chinese {
  readonly of: { readonly named: '{{name}}，第 {{row}} 行'; readonly plain: '确定' };
}

/** Both languages have the same keys and the same parameters. */
function languages() {
  const texts = { of: { named: 'Row {{row}}, {{name}}', plain: 'OK' } } as const;
  texts satisfies SameParameters<Chinese, typeof texts>;
  const less = { of: { named: 'Row {{row}}', plain: 'OK' } } as const;
  // @ts-expect-error lacks a parameter of the Chinese text
  less satisfies SameParameters<Chinese, typeof less>;
  const more = { of: { named: 'Row {{row}}, {{name}}', plain: 'OK, {{name}}' } } as const;
  // @ts-expect-error has a parameter that the Chinese text lacks
  more satisfies SameParameters<Chinese, typeof more>;
  const other = { of: { named: 'Row {{row}}, {{nmae}}', plain: 'OK' } } as const;
  // @ts-expect-error a parameter is misspelt
  other satisfies SameParameters<Chinese, typeof other>;
  // @ts-expect-error a key is missing
  ({ of: { named: 'Row {{row}}, {{name}}' } }) satisfies Translation<Chinese>;
  // @ts-expect-error a surplus key
  ({ of: { named: 'Row {{row}}, {{name}}', plain: 'OK', plian: 'OK' } }) satisfies Translation<Chinese>;
}

void [Texts, languages];
