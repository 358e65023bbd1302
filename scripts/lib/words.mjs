import { faultsOfWords } from '../../model/terms.ts';
import { saidTexts } from './said-texts.mjs';

/** The code of a region represents its name. */
const regionCode = /(?:^|[^\d.])[1-8]\d(?:\d\d)?0000?(?!\d)/;

/** Texts that hold such words for a reason, by file: headers that people write, and names of addresses in a browser. */
const exempt = [
  // Headers of files from outside.
  /^server\/engine\/jobs\/sheet\/column-guess\.ts/,
  /^server\/contexts\/reach\/texts\/send-file-work\.ts/,
  // The list of terms itself.
  /^model\/terms\.ts/,
  // Addresses of calls, ours and those of vendors.
  /^(?:server|model)\/.*(?:routes|calls|feature|platform)\.ts/,
];

/** The texts of the product with a second name for a thing, or with words that only the product can read. */
export function wordComplaints() {
  return saidTexts()
    .filter(({ where }) => !exempt.some(file => file.test(where)))
    .flatMap(({ language, text, where }) => {
      const faults = faultsOfWords(text, language);
      if (language === 'zh' && regionCode.test(text)) faults.push('names a region by its code');
      return faults.map(fault => `${where}: ${fault} in “${text.slice(0, 60)}”`);
    });
}
