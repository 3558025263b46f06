// Reads a file of an import in slices: CSV or NDJSON, plain or packed by gzip. It is never in memory as a whole.
import { CsvReader, isOver, MAX_COLUMNS, MAX_FIELD_BYTES, MAX_ROW_BYTES, separatorOf } from './csv.js';
import { IMPORTS as TEXT } from './texts.js';

const MOST_SAMPLES = 1000;
const SAMPLE_LETTERS = 1_000_000;
// Longer heads are no heads.
const HEAD_LETTERS = 256 * 1024;
// Milliseconds after which the page may do something else. Slices of a file come faster than it can draw.
const AT_A_STRETCH = 30;
// How files begin that are no text: packed by gzip, UTF-16 in both orders, workbooks of Excel.
const [GZIP, UTF_16, WORKBOOK] = [['1f8b'], ['fffe', 'feff'], ['504b', 'd0cf']];

export class ImportFile {
  constructor(file) {
    this.file = file;
    this.heads = [];
    this.separator = ',';
    this.samples = [];
    this.rowCount = 0;
    this.faultCount = 0;
  }

  // Reads the whole file once: whether it is UTF-8, its columns, the number of its rows and the first of them.
  async look(signal, progress) {
    let letters = 0;
    for await (const rows of this.portions(signal, progress)) {
      for (const row of rows) {
        this.rowCount++;
        if (row.fault !== null) {
          this.faultCount++;
          continue;
        }
        letters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
        if (this.samples.length < MOST_SAMPLES && letters < SAMPLE_LETTERS) this.samples.push(row);
      }
    }
    if (this.heads.length === 0) throw new Error(TEXT.emptyFile);
    if (this.rowCount === 0) throw new Error(TEXT.onlyHead);
    return this;
  }

  // The rows of the file, as many at a time as a slice has: { line, cells, fault }. `progress` is told how many bytes were read.
  async* portions(signal, progress = () => {}) {
    let reader = null;
    let begun = '';
    const texts = textsOf(this.file, signal, progress);
    try {
      for await (const text of texts) {
        if (reader !== null) {
          yield this.checked(reader.read(text));
          continue;
        }
        begun += text;
        if (!/[^\s][^\r\n]*[\r\n]/.test(begun) && begun.length < HEAD_LETTERS) continue;
        reader = this.readerOf(begun);
        yield this.checked(reader.read(begun));
      }
    } catch (trouble) {
      throw trouble.isWrongByte ? new Error(TEXT.notUtf8(reader?.line ?? 1)) : trouble;
    }
    const last = reader === null ? (reader = this.readerOf(begun)).read(begun) : [];
    yield this.checked([...last, ...reader.end()]);
  }

  readerOf(text) {
    this.isJson = this.isHeadRead = /^\s*\{/.test(text);
    if (this.isJson) return new NdjsonReader(this.heads);
    this.separator = separatorOf(text.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1)[0]);
    return new CsvReader(this.separator);
  }

  // The head is no row, and neither is a line without a value.
  checked(rows) {
    if (!this.isHeadRead && rows.length > 0) {
      this.isHeadRead = true;
      this.heads = headsOf(rows.shift());
    }
    const found = rows.filter(row => row.fault !== null || row.cells.some(cell => cell.trim() !== ''));
    // An object of NDJSON may leave names out.
    for (const row of found) if (row.fault === null && !this.isJson && row.cells.length !== this.heads.length) row.fault = 'width';
    return found;
  }
}

function headsOf({ cells, fault }) {
  if (fault === 'columns') throw new Error(TEXT.tooManyColumns);
  if (fault !== null) throw new Error(TEXT.wrongHead(TEXT.faults[fault]));
  if (cells.some(cell => cell.includes('\u0000'))) throw new Error(TEXT.utf16);
  return cells.map(cell => cell.trim());
}

async function* textsOf(file, signal, progress) {
  const begin = await beginOf(file);
  if (UTF_16.includes(begin)) throw new Error(TEXT.utf16);
  if (WORKBOOK.includes(begin)) throw new Error(TEXT.workbook);
  let bytes = 0;
  let since = performance.now();
  const counted = file.stream().pipeThrough(new TransformStream({ transform(chunk, to) {
    bytes += chunk.byteLength;
    to.enqueue(chunk);
  } }));
  const isPacked = GZIP.includes(begin);
  const reader = (isPacked ? counted.pipeThrough(new DecompressionStream('gzip')) : counted).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read().catch(() => {
        throw new Error(isPacked ? TEXT.cannotUnpack : TEXT.cannotRead);
      });
      let text;
      try {
        text = decoder.decode(value, { stream: !done });
      } catch {
        yield beforeWrongByte(value ?? new Uint8Array());
        throw Object.assign(new Error(), { isWrongByte: true });
      }
      progress(bytes);
      yield text;
      if (done) return;
      if (performance.now() - since > AT_A_STRETCH) {
        await new Promise(resolve => { setTimeout(resolve); });
        since = performance.now();
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function beginOf(file) {
  const bytes = await file.slice(0, 2).arrayBuffer().catch(() => {
    throw new Error(TEXT.cannotRead);
  });
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

// The text of a slice before the byte that is wrong. A slice may begin within a letter.
function beforeWrongByte(bytes) {
  let from = 0;
  while (from < 3 && (bytes[from] & 0xc0) === 0x80) from++;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from)).split('\ufffd', 1)[0];
}

// Each line is an object. Its columns are the names that occur, in the order in which they do.
class NdjsonReader {
  constructor(heads) {
    this.heads = heads;
    this.line = 1;
    this.rest = '';
    this.isTooLong = false;
  }

  read(text) {
    const rows = [];
    const lines = text.split('\n');
    lines.forEach((part, at) => {
      if (!this.isTooLong) this.rest += part;
      if (this.rest.length > MAX_ROW_BYTES) {
        this.isTooLong = true;
        this.rest = '';
      }
      if (at < lines.length - 1) this.endLine(rows);
    });
    return rows;
  }

  end() {
    const rows = [];
    this.endLine(rows);
    return rows;
  }

  endLine(rows) {
    if (this.isTooLong) rows.push({ line: this.line, cells: [], fault: 'row' });
    else if (this.rest.trim() !== '') rows.push({ line: this.line, ...this.rowOf(this.rest) });
    this.line++;
    this.rest = '';
    this.isTooLong = false;
  }

  rowOf(line) {
    let values;
    try {
      values = JSON.parse(line, asWritten);
    } catch {
      return { cells: [], fault: 'json' };
    }
    if (values === null || typeof values !== 'object' || Array.isArray(values)) return { cells: [], fault: 'json' };
    const cells = this.heads.map(() => '');
    for (const [name, value] of Object.entries(values)) {
      if (value === null) continue;
      if (typeof value === 'object') return { cells: [], fault: 'nested' };
      if (isOver(value, MAX_FIELD_BYTES)) return { cells: [], fault: 'field' };
      let at = this.heads.indexOf(name);
      if (at < 0) {
        if (this.heads.length === MAX_COLUMNS) return { cells: [], fault: 'columns' };
        at = this.heads.push(name) - 1;
      }
      cells[at] = value;
    }
    return { cells: Array.from(cells, cell => cell ?? ''), fault: null };
  }
}

// Numbers as they stand in the file: ids may have more digits than a number of JavaScript.
function asWritten(key, value, context) {
  if (typeof value === 'number') return context?.source ?? String(value);
  return typeof value === 'boolean' ? String(value) : value;
}
