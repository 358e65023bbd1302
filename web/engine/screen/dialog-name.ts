/** The import dialog at one of the kinds of import that a dataset has. */
export type ImportOfKind = `import:${number}`;

/** The dialogs that a dataset's toolbar opens. */
export type DialogName =
  | 'add'
  | 'import'
  | ImportOfKind
  | 'export'
  | 'batchUpdate'
  | 'batchDelete'
  | 'batchSet'
  | 'exportSelected'
  | 'exportFields'
  | 'template'
  | 'check'
  | 'copyYear'
  | 'trash'
  | 'columns';
