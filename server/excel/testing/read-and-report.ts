/** Reads the workbook at the path given and prints how that ended and the most memory it took, in megabytes. */
import { openWorkbook, WorkbookError } from '../index.ts';

let outcome: string;
try {
  const workbook = await openWorkbook(process.argv[2]!);
  let rows = 0;
  try {
    for await (const batch of workbook.rows(0)) rows += batch.length;
  } finally {
    await workbook.close();
  }
  outcome = `${rows} rows`;
} catch (error) {
  if (!(error instanceof WorkbookError)) throw error;
  outcome = error.code;
}
console.log(JSON.stringify({ outcome, megabytes: process.resourceUsage().maxRSS / 1024 }));
