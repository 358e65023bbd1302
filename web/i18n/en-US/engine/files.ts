import type { Translation } from '../../translation.ts';
import type { files as chinese } from '../../zh-CN/engine/files.ts';

/** Texts of files on dataset screens: templates, exports and imports. */
export const files = {
  template: {
    file: '{{what}} import template',
    generate: 'Generate import template',
    download: 'Download template',
  },
  export: {
    title: 'Export · {{what}}',
    fields: 'Fields ({{count}} of {{total}}, drag to reorder)',
    header: 'Header',
    ownHeader: 'Custom',
    shape: 'Layout',
    ordinaryShape: 'One row per record',
    rows: 'Rows',
    matching: 'The list',
    descendants: 'With sub-levels and contact details',
    format: 'Format',
    only: 'Exports only the {{total}} selected rows',
    codesAs: 'Codes as',
    label: 'Labels',
    code: 'Numbers',
    start: 'Export',
    started: 'The export has started; download the file below when it is done',
  },
  import: {
    title: {
      import: 'Import · {{what}}',
      batchUpdate: 'Batch update · {{what}}',
    },
    steps: {
      file: 'File',
      columns: 'Columns',
      check: 'Check',
      result: 'Result',
    },
    batch: 'Batch remark',
    batchHint: 'Such as: 2026 Hunan, first batch',
    batchFirst: 'Enter the batch first',
    file: 'File',
    fileFirst: 'Choose a file first',
    drop: 'Drop the file here, or click to choose',
    dropHere: 'Release to import into “{{what}}”',
    another: 'Click or drop to choose another file',
    kinds: '{{kinds}}, at most {{max}} MB, one at a time',
    wrongKind: 'Only {{kinds}} files',
    tooLarge: 'The file must be at most {{max}} MB',
    emptyFile: 'The file is empty',
    sending: 'Upload progress',
    mode: 'Mode',
    kindOf: 'Kind of file',
    ordinary: 'All columns',
    droppedKind: 'Which kind of import is “{{name}}”?',
    pictures:
      'Upload a zip of pictures. Name each picture by {{by}}, such as {{example}}.jpg; it becomes the {{into}} of that row. At most 5 MB each',
    or: ' or ',
    picturesIn: 'Pictures in the zip (the first five)',
    noPictures: 'No picture found',
    onError: 'On errors',
    onErrors: {
      skip: 'Skip bad rows',
      abort: 'Reject whole file',
    },
    check: 'Check',
    start: 'Start import',
    update: 'Batch update',
    updateHint: 'Changes existing rows by “{{key}}”, adds none',
    checking: 'Checking…',
    running: 'Importing…',
    checked: 'Check result (nothing written)',
    done: 'Import result',
    mapping: 'Choose a field for each unknown column, or leave it out, then check or import again.',
    mappingOffered: 'Check the columns that were matched by a guess or by your last choice.',
    mapTo: 'Field',
    leaveOut: 'Leave this column out',
    columnsKnown: '{{known}} of {{total}} columns recognised',
    sheet: 'Sheet',
    hiddenSheet: '{{name}} (hidden)',
    passedOver: 'These columns cannot be changed by a file and were skipped: {{columns}}',
    byTemplate: 'Some headers were changed; these columns were recognised by the template: {{columns}}',
    hiddenRows: {
      taken:
        'Hidden rows in the file, by a filter for example: {{count}}. They were imported like the others.',
      skipped: 'Hidden rows in the file, by a filter for example, were left out: {{count}}.',
      skip: 'Check again without them',
      take: 'Check again with them',
    },
    besideRows: {
      taken:
        'Rows that look like totals, notes or repeated headings: {{count}}. They were imported like the others.',
      skipped: 'Totals, notes and repeated headings were left out: {{count}} rows.',
      skip: 'Check again without them',
      take: 'Check again with them',
    },
    heading: {
      row: 'Heading in',
      rowNumber: 'row {{row}}',
      two: 'Heading of two rows',
      skipBeside: 'Leave out totals, notes and repeated headings',
    },
    cutCells:
      'Cells whose text was cut because it is longer than the 32,767 characters Excel takes: {{count}}. Those fields were left as they are.',
    given: {
      title: 'Values shared by the whole file',
      hint: 'The file does not have these columns; what you enter here applies to every row',
      fallback: '"{{value}}" if left empty',
      forNew: 'Required for new rows',
      more: 'Another field',
      choose: 'Choose a field',
      by: { title: 'from the title', remembered: 'as last time' },
    },
    groups: {
      title: 'Columns grouped by the upper heading',
      hint: 'Each group becomes a row of its own, with the upper heading as a value',
      of: 'Columns beneath "{{label}}"',
      field: 'Field that has the value "{{label}}"',
      none: 'No group',
      rows: 'Grouped by the upper heading: {{rows}}',
      each: '"{{label}}" ({{column}}) {{rows}} rows',
    },
    tables: {
      title: 'The file has {{count}} tables',
      hint: 'Ticked tables are imported together; check the values in which they differ',
      place: 'Sheet "{{sheet}}", from row {{row}}',
    },
    headRows:
      'Rows that head others, such as a school or a group: {{count}}. Those beneath take their values, and their sums are left out.',
    confirmed: 'I have checked this, import it as it is',
    defaulted: 'The file does not give these, so defaults are used: {{fields}}',
    defaultedEach: '{{column}} "{{value}}" in {{rows}} rows',
    dayEnds:
      'End times given as a date only: {{count}}. Each is read as 23:59:59 of that day, so that day is still included.',
    midnightEnds:
      'End times at 0:00: {{count}}. That day is not included; if it should be, write 23:59 or only the date.',
    mergedRanges:
      'Merged ranges in the file: {{count}}. Only the top left cell of each has a value, the rest count as blank.',
    filled: 'Merged cells filled down: {{count}} ({{columns}}). Each row that they cover takes their value.',
    coveredCells:
      'Values hidden beneath merged cells: {{count}} ({{cells}}). The sheet does not show them, so they are not imported. To use them, unmerge these cells first.',
    noResult:
      'Formulas without a result: {{count}} ({{cells}}). Their rows are not imported: open the file in Excel or WPS, save it and import it again.',
    picturesInCells:
      'Cells that hold pictures or the like: {{count}} ({{cells}}). Their rows are not imported: replace them with text, then import again.',
    rounded:
      'Numbers in the text columns {{columns}} come in as they are shown, with fewer digits than they have. Check them, or format the cells as text first.',
    unknownFormats:
      'Numbers in the text columns {{columns}} have a format that is not understood and come in as plain digits. Check them, or format the cells as text first.',
    floatingPictures:
      'Pictures that lie over cells: {{count}} ({{cells}}). No cell holds them, so they are not imported; the text is. Upload the pictures you need in their rows afterwards.',
    missing: 'Required columns are missing: {{columns}}',
    repeated: 'Columns that occur twice: {{columns}}',
    comma: ', ',
    guess: 'Guess',
    remembered: 'Last time',
    forget: 'Forget the choice for “{{header}}”',
    columnsFirst: {
      given: 'First enter the values shared by the whole file, and check those of each table',
      unseen: 'Some columns need checking: check their fields, then go on',
      open: 'Some columns have no field yet: choose one, or leave them out',
    },
    firstRows: 'First rows of the file',
    undecided: 'No field',
    leftOut: 'Left out',
  },
} as const satisfies Translation<typeof chinese>;
