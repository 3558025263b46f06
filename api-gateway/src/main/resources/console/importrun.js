// Sends the rows of a file, some at a time, and keeps the answers. It goes on while one is on other pages of the console, and can be
// stopped and go on at any row: each row has a key, and is applied once.
import { call } from './calls.js';
import { MAX_ROW_BYTES } from './csv.js';
import { guarded, isOfRefused, REFUSED, RowMaker } from './importrows.js';
import { isSame, user } from './session.js';
import { IMPORTS as TEXT } from './texts.js';

const MAX_ROWS = 1000;
// The bound of a call less the parts around its rows.
const MAX_BYTES = MAX_ROW_BYTES - 1000;
const MAX_ERRORS = 100;
const LETTERS_OF_A_BLOB = 500_000;
// An answer that asks to wait, and how long if it does not say.
const WAITS = new Set([429, 502, 503, 504]);
const FIRST_WAIT = 2;
const LONGEST_WAIT = 60;
const RUNNING = ['running', 'waiting', 'asking'];
const encoder = new TextEncoder();

// { file, kind, mapping, isCheck }: an ImportFile, the kind with its columns, what a RowMaker takes, and whether nothing is applied.
export class ImportRun {
  constructor({ file, kind, mapping, isCheck, changed }) {
    Object.assign(this, { file, kind, isCheck, changed, mapping });
    this.owner = user();
    this.state = 'running';
    this.counts = { done: 0, known: 0, differs: 0, refused: 0 };
    this.errors = [];
    this.refusals = new Refusals(file, kind, mapping);
    this.withEffects = false;
    this.sent = 0;
    this.bytes = 0;
    // Why it waits, or why it ended.
    this.reason = null;
    this.effects = [];
    this.leaving = new AbortController();
    this.goOn = null;
  }

  get isActive() {
    return RUNNING.includes(this.state);
  }

  async run() {
    const maker = new RowMaker(this.kind, this.mapping);
    try {
      let ahead = null;
      const batches = this.batches(maker);
      // The next rows are read and hashed while the server decides on these.
      for (let batch = await batches.next(); !batch.done; batch = await ahead) {
        ahead = batches.next();
        ahead.catch(() => {});
        await this.send(batch.value);
      }
      this.turn('done');
    } catch (trouble) {
      this.turn('ended', this.leaving.signal.aborted ? TEXT.left : trouble.message);
    }
  }

  // Stops after the rows that are on their way.
  stop() {
    if (this.isActive && this.state !== 'asking') this.turn('stopped');
    this.wake?.();
  }

  resume(withEffects = this.withEffects) {
    this.withEffects = withEffects;
    this.turn('running');
    this.goOn?.();
  }

  end() {
    this.leaving.abort();
    this.goOn?.();
    this.wake?.();
  }

  turn(state, reason = null) {
    if (this.state === 'ended' || this.state === 'done') return;
    Object.assign(this, { state, reason });
    this.changed(this);
  }

  async* batches(maker) {
    let entries = [];
    let bytes = 0;
    const take = async () => {
      const some = entries;
      [entries, bytes] = [[], 0];
      const whole = some.filter(one => one.row !== null);
      const keyed = await Promise.all(whole.map(one => maker.keyed(one.row)));
      whole.forEach((one, at) => Object.assign(one, keyed[at]));
      return { entries: some, bytes: this.readBytes };
    };
    for await (const rows of this.file.portions(this.leaving.signal, read => { this.readBytes = read; })) {
      for (const { line, cells, fault } of rows) {
        const { row, refusal } = fault === null ? maker.rowOf(cells) : { row: null, refusal: { reason: TEXT.faults[fault] } };
        // With room for the key that it gets.
        const size = row === null ? 0 : encoder.encode(JSON.stringify(row)).length + 100;
        const isTooLarge = size > MAX_BYTES;
        if (entries.length === MAX_ROWS || bytes + size > MAX_BYTES && !isTooLarge) yield await take();
        entries.push({ line, cells, row, madeKey: null, refusal: isTooLarge ? { reason: TEXT.faults.row } : refusal });
        if (!isTooLarge) bytes += size;
      }
    }
    if (entries.length > 0) yield await take();
  }

  async send({ entries, bytes }) {
    const sendable = entries.filter(one => one.refusal === null);
    const answers = sendable.length === 0 ? [] : (await this.answered(sendable.map(one => one.row))).rows;
    let at = 0;
    for (const { line, cells, madeKey, refusal } of entries) {
      const answer = refusal === null ? answers[at++] : { outcome: 'refused', ...refusal };
      this.counts[answer.outcome]++;
      if (answer.outcome !== 'differs' && answer.outcome !== 'refused') continue;
      if (this.errors.length < MAX_ERRORS) this.errors.push({ line, outcome: answer.outcome, field: answer.field ?? null, reason: answer.reason ?? '' });
      this.refusals.add(line, answer, cells, madeKey);
    }
    this.sent += entries.length;
    this.bytes = bytes ?? this.bytes;
    this.changed(this);
  }

  // Sends a call until it is answered. It waits when the server asks for it, when it is stopped, and while somebody is asked.
  async answered(rows) {
    for (let tries = 0; ; tries++) {
      while (this.state === 'stopped' || this.state === 'asking') {
        await new Promise(resolve => { this.goOn = resolve; });
        this.stayed();
      }
      this.stayed();
      try {
        const { body } = await call(`/api/v1/manage/imports/${this.kind.kind}`, {
          method: 'POST', body: { rows, with_effects: this.withEffects, dry_run: this.isCheck }, signal: this.leaving.signal });
        if (this.state === 'waiting') this.turn('running');
        return body;
      } catch (trouble) {
        if (trouble.is?.('import-has-effects')) {
          this.effects = trouble.effects;
          this.turn('asking');
        } else if (trouble.isOffline || WAITS.has(trouble.status)) await this.waited(trouble, tries);
        else throw new Error(endOf(trouble), { cause: trouble });
      }
    }
  }

  stayed() {
    this.leaving.signal.throwIfAborted();
    // Somebody else signed in with this browser.
    if (user() === null || !isSame(this.owner)) throw new Error(TEXT.left);
  }

  async waited(trouble, tries) {
    const seconds = Math.min(LONGEST_WAIT, trouble.seconds ?? FIRST_WAIT * 2 ** Math.min(tries, 5));
    if (this.state !== 'stopped') this.turn('waiting', trouble.isOffline ? TEXT.offline : TEXT.busy(seconds));
    await new Promise(resolve => {
      this.wake = resolve;
      setTimeout(resolve, seconds * 1000);
    });
  }
}

function endOf(trouble) {
  if (trouble.isSignedOut) return TEXT.signedOut;
  if (trouble.status === 403) return `${TEXT.forbidden} ${trouble.message}`;
  if (trouble.status === 413) return TEXT.tooLarge;
  if (trouble.is?.('quota-reached')) return `${TEXT.quota} ${trouble.message}`;
  return [trouble.message, ...(trouble.errors ?? []).map(one => `${one.field}: ${one.message}`)].join(' ');
}

// The rows that were not applied, as a CSV file: line, field and reason, and then the row as it was, with the key that it got. A row that
// is corrected keeps its key. The browser keeps the file.
class Refusals {
  constructor({ heads, separator }, { key, kind }, { fields }) {
    this.separator = separator;
    this.first = isOfRefused(heads) ? REFUSED.length : 0;
    this.columns = heads.length;
    this.keyColumn = fields.indexOf(key);
    this.hasKey = kind !== 'fans' && this.keyColumn < 0;
    this.count = 0;
    this.parts = [];
    this.text = `\ufeff${this.lineOf([...REFUSED, ...heads.slice(this.first), ...this.hasKey ? [key] : []])}`;
  }

  add(line, { field, reason }, cells, madeKey) {
    this.count++;
    // A row that could not be read has no values.
    const own = this.hasKey && cells.length < this.columns ? Array.from({ length: this.columns }, (none, at) => cells[at] ?? '') : [...cells];
    if (madeKey !== null && this.keyColumn >= 0) own[this.keyColumn] = madeKey;
    this.text += this.lineOf([String(line), field ?? '', reason ?? '', ...own.slice(this.first), ...this.hasKey ? [madeKey ?? ''] : []]);
    if (this.text.length < LETTERS_OF_A_BLOB) return;
    this.parts.push(new Blob([this.text]));
    this.text = '';
  }

  file() {
    return new Blob([...this.parts, this.text], { type: 'text/csv;charset=utf-8' });
  }

  lineOf(cells) {
    return `${cells.map(cell => quoted(guarded(cell))).join(this.separator)}\r\n`;
  }
}

function quoted(text) {
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
