/** The path of Chromium; installed, with a Chinese font, when it is missing and this is root. */
export declare function ensureChromium(): string;
