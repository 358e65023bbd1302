/** The dialogs that a dataset's toolbar opens. */
export type DialogName =
  | 'add'
  | 'import'
  | 'export'
  | 'batchUpdate'
  | 'batchDelete'
  | 'exportFields'
  | 'template'
  | 'trash'
  | 'columns';
