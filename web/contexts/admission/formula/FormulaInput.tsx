import { registry } from '@yikao/model/contexts/datasets.ts';
import { evaluateFormula, formulaFault, usualPlaces } from '@yikao/model/rules/formula/evaluate.ts';
import { type FormulaFault, faultText, formulaLimits } from '@yikao/model/rules/formula/fault.ts';
import { type Formula, parseFormula } from '@yikao/model/rules/formula/parse.ts';
import {
  type FormulaVariable,
  formulaFunctions,
  formulaLetters,
  formulaVariables,
} from '@yikao/model/rules/formula/variables.ts';
import { AutoComplete, Flex, Input, InputNumber, type InputRef } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-view.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './FormulaInput.module.css';

/** The values that a formula is tried with at first: scores of domain 4.7. */
const usual: Readonly<Partial<Record<FormulaVariable, number>>> = {
  R: 430,
  W: 750,
  U: 255,
  Q: 300,
  T: 88,
  P: 100,
  E: 110,
  C: 105,
};

/** The word that ends at the caret, for which others are offered. */
function wordAt(text: string, caret: number): string {
  return /[A-Za-z]*$/.exec(text.slice(0, caret))?.[0] ?? '';
}

/** A formula being typed: suggests variables and functions, marks faults, and calculates the result at once. */
export function FormulaInput({ id, value, onChange, record, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation('predict');
  const language = useLanguage();
  const input = useRef<InputRef>(null);
  const [caret, setCaret] = useState(0);
  const text = typeof value === 'string' ? value : '';
  const word = wordAt(text, caret);
  const read = parseFormula(text);
  const fault = text === '' ? undefined : formulaFault(text);

  const offers = [
    ...formulaLetters.map(name => ({ value: name as string, told: formulaVariables[name] })),
    ...Object.entries(formulaFunctions).map(([name, { label }]) => ({ value: `${name}(`, told: label })),
  ].filter(({ value: name }) => name !== word && name.toLowerCase().startsWith(word.toLowerCase()));
  // Behind a number or a closed bracket no name belongs.
  const open = word !== '' || /(^|[-+*/(,<>=])\s*$/.test(text.slice(0, caret));

  const take = (name: string) => {
    const before = text.slice(0, caret - word.length) + name;
    onChange((before + text.slice(caret)).slice(0, formulaLimits.length));
    setCaret(before.length);
    // Put the caret after the inserted text once it is rendered.
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  };
  return (
    <Flex vertical gap={6}>
      <AutoComplete
        className={styles.input ?? ''}
        disabled={disabled}
        value={text}
        id={id}
        options={(open ? offers : []).map(({ value: name, told }) => ({
          value: name,
          label: (
            <span className={styles.offer}>
              <code>{name}</code> {told[language]}
            </span>
          ),
        }))}
        onSelect={take}
      >
        <Input
          ref={input}
          className={styles.text ?? ''}
          status={invalid || fault ? 'error' : ''}
          count={{ max: formulaLimits.length }}
          spellCheck={false}
          autoComplete="off"
          aria-required
          aria-invalid={invalid || fault !== undefined}
          aria-describedby={describedBy}
          onChange={event => {
            onChange(event.target.value === '' ? null : event.target.value);
            setCaret(event.target.selectionStart ?? event.target.value.length);
          }}
          onSelect={event => setCaret(event.currentTarget.selectionStart ?? 0)}
        />
      </AutoComplete>
      {fault ? (
        <Fault of={fault} text={text} />
      ) : (
        'formula' in read && <Trial of={read.formula} places={record} />
      )}
      <p className={styles.hint}>{t('formula.hint')}</p>
    </Flex>
  );
}

/** The formula with its fault marked; the form shows the message below. */
function Fault({ of, text }: { readonly of: FormulaFault; readonly text: string }) {
  const end = of.position + Math.max(1, of.found?.length ?? 1);
  return (
    <div className={styles.fault} aria-hidden>
      <code>
        {text.slice(0, of.position)}
        <mark>{text.slice(of.position, end) || ' '}</mark>
        {text.slice(end)}
      </code>
    </div>
  );
}

/** The result of the formula with some scores. */
function Trial({ of, places }: { readonly of: Formula; readonly places: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('predict');
  const language = useLanguage();
  const id = useId();
  const [given, setGiven] = useState<Partial<Record<FormulaVariable, number | null>>>(usual);
  const { decimals, roundMode } = registry.formula.fields;
  const at = {
    decimals:
      typeof places.decimals === 'number'
        ? places.decimals
        : Number(decimals.default ?? usualPlaces.decimals),
    roundMode: typeof places.roundMode === 'number' ? places.roundMode : Number(roundMode.default),
  };
  const values = Object.fromEntries(
    of.letters.map(letter => [letter, given[letter] == null ? null : String(given[letter])]),
  );
  const result = evaluateFormula(of, values, at);
  return (
    <div className={styles.trial}>
      {of.letters.map(letter => (
        <label key={letter} htmlFor={`${id}-${letter}`} title={formulaVariables[letter][language]}>
          <span>
            <b>{letter}</b> {formulaVariables[letter][language]}
          </span>
          <InputNumber
            id={`${id}-${letter}`}
            size="small"
            min={0}
            max={999_999}
            precision={2}
            value={given[letter] ?? null}
            onChange={next => setGiven(old => ({ ...old, [letter]: next }))}
          />
        </label>
      ))}
      <output>
        {t('formula.result')}{' '}
        <b>
          {'fault' in result ? faultText(result.fault)[language] : (result.value ?? t('formula.missing'))}
        </b>
      </output>
    </div>
  );
}
