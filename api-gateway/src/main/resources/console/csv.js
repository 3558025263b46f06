// Reads CSV as RFC 4180 describes it, text by text, with line ends of all systems. A row that is beyond a bound is told as wrong and not
// collected: a quote that is never closed must not bring a whole file into memory. PapaParse does just that. It also decodes
// files itself, without refusing what is no UTF-8, and does not tell lines.

export const MAX_COLUMNS = 100;
export const MAX_FIELD_BYTES = 64 * 1024;
export const MAX_ROW_BYTES = 1_000_000;

const [LF, CR, QUOTE] = [10, 13, 34];
// Where the reader is: before a field, in one without quotes, in one with quotes, and after a quote in such a field.
const [BEFORE, PLAIN, QUOTED, AFTER_QUOTE] = [0, 1, 2, 3];
const encoder = new TextEncoder();

// Whether a text has more bytes than a bound.
export function isOver(text, bytes) {
  return text.length > bytes || text.length * 3 > bytes && encoder.encode(text).length > bytes;
}

// The separator that a head line has most outside of quotes.
export function separatorOf(line) {
  const plain = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  return [',', ';', '\t'].map(one => [one, plain.split(one).length]).toSorted(([, one], [, other]) => other - one)[0][0];
}

export class CsvReader {
  constructor(separator) {
    this.separator = separator.charCodeAt(0);
    this.line = 1;
    this.isAfterCr = false;
    this.begin();
  }

  // The rows that end in a text: { line, cells, fault }. The line is where the row begins.
  read(text) {
    const rows = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const isEnd = code === LF || code === CR;
      const isSecondHalf = code === LF && this.isAfterCr;
      this.isAfterCr = code === CR;
      if (isEnd && !isSecondHalf) this.line++;
      if (this.state === BEFORE) {
        if (code === QUOTE) {
          this.state = QUOTED;
          this.isOfQuotes = true;
          from = at + 1;
          continue;
        }
        if (isSecondHalf) {
          from = at + 1;
          continue;
        }
        this.state = PLAIN;
      }
      if (this.state === QUOTED) {
        if (code !== QUOTE) continue;
        this.collect(text, from, at);
        this.state = AFTER_QUOTE;
      } else if (this.state === AFTER_QUOTE && code === QUOTE) {
        from = at;
        this.state = QUOTED;
      } else if (code === this.separator || isEnd) {
        if (this.state === PLAIN) this.collect(text, from, at);
        this.endField();
        if (isEnd) this.endRow(rows);
        from = at + 1;
      } else if (this.state === AFTER_QUOTE) this.fail('quote');
    }
    if (this.state === PLAIN || this.state === QUOTED) this.collect(text, from, text.length);
    return rows;
  }

  // The last row, which no line end need follow.
  end() {
    const rows = [];
    if (this.state === BEFORE && this.cells.length === 0) return rows;
    if (this.state === QUOTED) {
      this.fault = 'open';
      this.cells = [];
    }
    this.endField();
    this.endRow(rows);
    return rows;
  }

  begin() {
    this.first = this.line;
    this.cells = [];
    this.fault = null;
    this.field = '';
    this.size = 0;
    this.isOfQuotes = false;
    this.state = BEFORE;
  }

  fail(fault) {
    this.fault ??= fault;
    this.cells = [];
    this.field = '';
  }

  collect(text, from, to) {
    if (this.fault !== null || to <= from) return;
    this.size += to - from;
    // Letters are counted until a field ends. No field has more of them than bytes.
    if (this.field.length + to - from > MAX_FIELD_BYTES) this.fail('field');
    else if (this.size > MAX_ROW_BYTES) this.fail('row');
    else this.field += text.slice(from, to);
  }

  endField() {
    this.state = BEFORE;
    if (this.fault !== null) return;
    if (isOver(this.field, MAX_FIELD_BYTES)) this.fail('field');
    else if (this.cells.length === MAX_COLUMNS) this.fail('columns');
    else this.cells.push(this.field);
    this.field = '';
  }

  endRow(rows) {
    const isEmpty = this.fault === null && this.cells.length === 1 && this.cells[0] === '' && !this.isOfQuotes;
    if (!isEmpty) rows.push({ line: this.first, cells: this.cells, fault: this.fault });
    this.begin();
  }
}
