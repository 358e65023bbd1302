/** The dialogs that a dataset's toolbar opens. */
export type DialogName =
  | 'add'
  | 'import'
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
