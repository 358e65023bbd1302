import { type Fraction, fraction } from '../fraction.ts';
import { FormulaError, type FormulaFault, formulaLimits } from './fault.ts';
import {
  type FormulaFunction,
  type FormulaVariable,
  formulaFunctions,
  isFormulaFunction,
  isFormulaVariable,
} from './variables.ts';

/** A comparison in the condition of an `if`. */
export type Comparison = '>=' | '<=' | '>' | '<' | '==';

/** A part of a formula, with the place at which it begins. */
export type FormulaNode =
  | { readonly kind: 'number'; readonly at: number; readonly value: Fraction }
  | { readonly kind: 'variable'; readonly at: number; readonly name: FormulaVariable }
  | { readonly kind: 'negated'; readonly at: number; readonly of: FormulaNode }
  | {
      readonly kind: 'binary';
      readonly at: number;
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly name: Exclude<FormulaFunction, 'if'>;
      readonly given: readonly FormulaNode[];
    }
  | {
      readonly kind: 'if';
      readonly at: number;
      readonly comparison: Comparison;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
      readonly then: FormulaNode;
      readonly else: FormulaNode;
    };

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

/** Characters of Chinese keyboards and of printed notices, each for one of the grammar, so that places stay the same. */
const alike: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '−': '-',
  '×': '*',
  '＊': '*',
  '÷': '/',
  '／': '/',
  '．': '.',
  '＞': '>',
  '＜': '<',
  '＝': '=',
};

const tokenPattern = /\s+|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(>=|<=|==|[-+*/(),<>])/y;

function tokensOf(text: string): Token[] {
  const read = text.replace(/[^\x20-\x7e]/g, character => alike[character] ?? character);
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < read.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(read);
    if (!match) throw new FormulaError('unexpected', at, text[at] ?? '');
    const [, number, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at });
  }
  // Where nothing follows, the missing part belongs behind the last character that is no blank.
  tokens.push({ kind: 'end', text: '', at: read.trimEnd().length });
  return tokens;
}

/** Reads one formula by the grammar of domain 4.7, from left to right, without going back. */
class Parser {
  private next = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): FormulaNode {
    const node = this.expression();
    if (this.token.kind !== 'end') throw this.unexpected();
    return node;
  }

  private get token(): Token {
    // The end is never taken, so there always is one.
    return this.tokens[this.next] as Token;
  }

  private unexpected(): FormulaError {
    const { kind, text, at } = this.token;
    return kind === 'end' ? new FormulaError('unfinished', at) : new FormulaError('unexpected', at, text);
  }

  private takes<const S extends string>(...signs: S[]): S | undefined {
    const { kind, text } = this.token;
    const found = kind === 'sign' ? signs.find(sign => sign === text) : undefined;
    if (found !== undefined) this.next += 1;
    return found;
  }

  private expects(sign: string): void {
    if (this.takes(sign) === undefined) throw this.unexpected();
  }

  private expression(): FormulaNode {
    let left = this.term();
    for (let operator = this.takes('+', '-'); operator; operator = this.takes('+', '-')) {
      left = { kind: 'binary', at: left.at, operator, left, right: this.term() };
    }
    return left;
  }

  private term(): FormulaNode {
    let left = this.factor();
    for (let operator = this.takes('*', '/'); operator; operator = this.takes('*', '/')) {
      left = { kind: 'binary', at: left.at, operator, left, right: this.factor() };
    }
    return left;
  }

  private factor(): FormulaNode {
    const { kind, text, at } = this.token;
    this.depth += 1;
    if (this.depth > formulaLimits.depth) throw new FormulaError('tooDeep', at);
    try {
      if (this.takes('-')) return { kind: 'negated', at, of: this.factor() };
      if (this.takes('(')) {
        const inner = this.expression();
        this.expects(')');
        return inner;
      }
      if (kind === 'number') {
        this.next += 1;
        return { kind: 'number', at, value: fraction(text) };
      }
      if (kind === 'name') {
        this.next += 1;
        if (isFormulaFunction(text)) return this.call(text, at);
        if (!isFormulaVariable(text)) throw new FormulaError('unknownName', at, text);
        return { kind: 'variable', at, name: text };
      }
      throw this.unexpected();
    } finally {
      this.depth -= 1;
    }
  }

  private call(name: FormulaFunction, at: number): FormulaNode {
    this.expects('(');
    if (name === 'if') return this.choice(at);
    const given = [this.expression()];
    while (this.takes(',')) given.push(this.expression());
    this.expects(')');
    const { least, most } = formulaFunctions[name];
    if (given.length < least || given.length > most) throw new FormulaError('argumentCount', at, name);
    return { kind: 'call', at, name, given };
  }

  private choice(at: number): FormulaNode {
    const left = this.expression();
    const comparison = this.takes('>=', '<=', '==', '>', '<');
    if (!comparison)
      throw this.token.text === ',' ? new FormulaError('needsCondition', at) : this.unexpected();
    const right = this.expression();
    this.expects(',');
    const then = this.expression();
    this.expects(',');
    const otherwise = this.expression();
    this.expects(')');
    return { kind: 'if', at, comparison, left, right, then, else: otherwise };
  }
}

/** The letters that a part of a formula names. */
function lettersOf(node: FormulaNode, found = new Set<FormulaVariable>()): Set<FormulaVariable> {
  switch (node.kind) {
    case 'number':
      break;
    case 'variable':
      found.add(node.name);
      break;
    case 'negated':
      lettersOf(node.of, found);
      break;
    case 'binary':
      lettersOf(node.left, found);
      lettersOf(node.right, found);
      break;
    case 'call':
      for (const one of node.given) lettersOf(one, found);
      break;
    case 'if':
      for (const one of [node.left, node.right, node.then, node.else]) lettersOf(one, found);
      break;
  }
  return found;
}

/** A parsed formula: its tree and the variables it needs. */
export interface Formula {
  readonly root: FormulaNode;
  readonly letters: readonly FormulaVariable[];
}

/**
 * Parses a formula (domain 4.7). Length and depth are limited, only the variables and functions of `variables.ts` are
 * known, and there are no loops: evaluation takes no more steps than the text has characters.
 */
export function parseFormula(text: string): { readonly formula: Formula } | { readonly fault: FormulaFault } {
  try {
    // Check the length first, so that a megabyte of text costs nothing.
    if (text.length > formulaLimits.length) throw new FormulaError('tooLong', formulaLimits.length);
    if (text.trim() === '') throw new FormulaError('empty', 0);
    const root = new Parser(tokensOf(text)).whole();
    return { formula: { root, letters: [...lettersOf(root)] } };
  } catch (error) {
    if (error instanceof FormulaError) return { fault: error.fault };
    throw error;
  }
}
