/** Strings that databases are known to refuse, cut off or alter. */
export const awkwardTexts: readonly string[] = [
  '', ' ', 'a\u0000b', '\u0000', '\ud800', 'x\udfffy', '\udc00\ud800', '\u{1f600}', 'e\u0301', '\u00e9', '1e400', '-0', '0.10', '12345678901234567890',
  '\\u0000', '\\', "'; DROP TABLE turn; --", '"', '%_*', '\r\n', '\ufeff', '\uffff', '__proto__', 'null', 'ß\u2028\u2029',
];
