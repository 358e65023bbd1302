import type {
  ArrowFunctionExpression,
  BindingPattern,
  BindingRestElement,
  Class,
  Expression,
  ForOfStatement,
  Function as FunctionNode,
  ImportDeclaration,
  Node,
  ParamPattern,
  VariableDeclarator,
} from 'oxc-parser';

/** A function of the sources, in any of its forms. */
export type AnyFunction = FunctionNode | ArrowFunctionExpression;

/** Where a name comes from. */
export type Declaration =
  | { readonly kind: 'variable'; readonly node: VariableDeclarator; readonly constant: boolean }
  | { readonly kind: 'element'; readonly node: ForOfStatement; readonly pattern: BindingPattern }
  | { readonly kind: 'parameter'; readonly node: AnyFunction; readonly index: number }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  | { readonly kind: 'import'; readonly node: ImportDeclaration; readonly imported: string | undefined }
  | { readonly kind: 'class'; readonly node: Class };

/** Reports whether a node is a function. */
export function isFunction(node: Node): node is AnyFunction {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** Lists the names that a pattern binds. */
function boundNames(pattern: BindingPattern | BindingRestElement | ParamPattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'ObjectPattern':
      return pattern.properties.flatMap(one => boundNames(one.type === 'Property' ? one.value : one));
    case 'ArrayPattern':
      return pattern.elements.flatMap(one => (one === null ? [] : boundNames(one)));
    default:
      return [];
  }
}

type Names = Map<string, Declaration>;

function declareImport(node: ImportDeclaration, names: Names) {
  for (const specifier of node.specifiers) {
    const imported =
      specifier.type === 'ImportSpecifier'
        ? specifier.imported.type === 'Literal'
          ? specifier.imported.value
          : specifier.imported.name
        : specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : undefined;
    names.set(specifier.local.name, { kind: 'import', node, imported });
  }
}

function declareIn(statement: Node, names: Names) {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      if (statement.declaration) declareIn(statement.declaration, names);
      break;
    case 'ImportDeclaration':
      declareImport(statement, names);
      break;
    case 'VariableDeclaration':
      for (const node of statement.declarations) {
        const constant = statement.kind === 'const';
        for (const name of boundNames(node.id)) names.set(name, { kind: 'variable', node, constant });
      }
      break;
    case 'FunctionDeclaration':
      if (statement.id) names.set(statement.id.name, { kind: 'function', node: statement });
      break;
    case 'ClassDeclaration':
      if (statement.id) names.set(statement.id.name, { kind: 'class', node: statement });
      break;
  }
}

function declaredBy(node: Node): Names {
  const names: Names = new Map();
  if (node.type === 'Program' || node.type === 'BlockStatement') {
    for (const statement of node.body) declareIn(statement, names);
  } else if (node.type === 'SwitchCase') {
    for (const statement of node.consequent) declareIn(statement, names);
  } else if (node.type === 'ForOfStatement' && node.left.type === 'VariableDeclaration') {
    const pattern = node.left.declarations[0]?.id;
    if (pattern) for (const name of boundNames(pattern)) names.set(name, { kind: 'element', node, pattern });
  } else if (isFunction(node)) {
    node.params.forEach((pattern, index) => {
      for (const name of boundNames(pattern)) names.set(name, { kind: 'parameter', node, index });
    });
  }
  return names;
}

const declared = new WeakMap<Node, Names>();

const declaring = new Set<Node['type']>([
  ...(['Program', 'BlockStatement', 'SwitchCase', 'ForOfStatement'] as const),
  ...(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'] as const),
]);

/** The names that a block, a loop, a function or a file declares itself; undefined for any other node. */
export function namesOf(node: Node): ReadonlyMap<string, Declaration> | undefined {
  if (!declaring.has(node.type)) return undefined;
  let names = declared.get(node);
  if (!names) {
    names = declaredBy(node);
    declared.set(node, names);
  }
  return names;
}

/** The functions around a node, the innermost first. */
export function functionsAround(node: Node): AnyFunction[] {
  const around: AnyFunction[] = [];
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) around.push(at);
  return around;
}

/** The expression without the words of types around it. */
export function bare(node: Expression): Expression {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return bare(node.expression);
    case 'AwaitExpression':
      return bare(node.argument);
    default:
      return node;
  }
}
