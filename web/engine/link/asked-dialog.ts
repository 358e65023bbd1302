/** Key in the address of a list for the dialog to open. */
export const askedDialog = 'do';

/** The dialogs that an address can ask for. */
export const openableDialogs = ['add', 'import', 'export'] as const;

/** See {@link openableDialogs}. */
export type OpenableDialog = (typeof openableDialogs)[number];
