// Prize codes from a file: read here, and sent in portions. Each portion has a key that follows from the codes and its number, so that
// a portion that is sent again after an interruption adds nothing.
import { call, get } from './calls.js';
import { idOfField } from './forms.js';
import { button, count, el, section } from './parts.js';
import { PRIZE_CODES } from './texts.js';

const OF_A_PORTION = 10000;
const OF_A_REWARD = 100000;
// The body of a call is bounded as well.
const BYTES = 500000;
const LONGEST = 128;
const LARGEST_FILE = 16 * 1024 * 1024;
const HEADING = /^"?\s*(prize[ _-]?)?(code|voucher|coupon|gutschein)[\w -]*"?$/i;
const SEPARATORS = ['\t', ';', ','];

// The cells of each line of a text; quotes as in CSV.
export function cellsOf(text) {
  const separator = SEPARATORS.find(one => text.split('\n', 20).some(line => line.includes(one))) ?? ',';
  return text.split(/\r\n|\n|\r/).map(line => cells(line, separator));
}

function cells(line, separator) {
  const found = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      found[found.length - 1] += '"';
      at++;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) found.push('');
    else found[found.length - 1] += letter;
  }
  return found.map(cell => cell.trim());
}

// Whether the first cell of a column names it.
export function isHeading(rows, column) {
  return HEADING.test(rows[0]?.[column] ?? '');
}

// The codes of a column, each once, and how many were left out for which reason.
export function codesOf(rows, column, hasHeading) {
  const left = { twice: 0, empty: 0, long: 0, odd: 0 };
  const codes = new Set();
  const from = hasHeading ? rows.slice(1) : rows;
  // The end of the last line is no line.
  const until = from.length > 0 && from.at(-1).every(cell => cell === '') ? from.length - 1 : from.length;
  for (const row of from.slice(0, until)) {
    const code = row[column] ?? '';
    if (code === '') left.empty++;
    else if (code.length > LONGEST) left.long++;
    // eslint-disable-next-line no-control-regex
    else if (/[,\u0000-\u001f\u007f-\u009f]/.test(code)) left.odd++;
    else if (codes.has(code)) left.twice++;
    else codes.add(code);
  }
  return { codes: [...codes], left };
}

export function portionsOf(codes) {
  const portions = [];
  let portion = [], bytes = 0;
  const encoder = new TextEncoder();
  for (const code of codes) {
    const size = encoder.encode(code).length + 1;
    if (portion.length === OF_A_PORTION || bytes + size > BYTES) {
      portions.push(portion);
      portion = [];
      bytes = 0;
    }
    portion.push(code);
    bytes += size;
  }
  return portion.length === 0 ? portions : [...portions, portion];
}

async function hashOf(text) {
  if (!globalThis.crypto?.subtle) throw new Error(PRIZE_CODES.insecure);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('').slice(0, 40);
}

// Codes that were read and how many of them were sent. They stay while one goes to other pages.
export function codesInHand() {
  return { name: '', codes: [], left: null, sent: 0, isSending: false, isStopped: false };
}

// Chooses a file, tells what is in it, and sends it to the reward whose uid `reward()` tells, as soon as there is one. `changed` is
// called when other codes are chosen. The node dispatches `sent` after each portion.
export function prizeCodes(signal, inHand, { reward, changed = () => {} }) {
  const id = idOfField();
  const file = el('input', { id, type: 'file', accept: '.csv,.txt,.tsv,text/plain,text/csv', 'aria-describedby': `${id}hint ${id}wrong` });
  const wrong = el('p', { id: `${id}wrong`, class: 'bad', role: 'alert' });
  const choose = el('div', { class: 'columns' });
  const news = el('div', { class: 'note', role: 'status' });
  const bar = el('progress', { max: 1, value: 0, 'aria-label': PRIZE_CODES.label, hidden: true });
  const buttons = el('div', { class: 'buttons' });
  const stock = el('p', { class: 'note' });
  const place = el('section', { class: 'prize-codes' }, el('h3', {}, PRIZE_CODES.title), stock,
    el('div', { class: 'field' }, el('label', { for: id }, PRIZE_CODES.file), file, el('small', { id: `${id}hint` }, PRIZE_CODES.about)),
    choose, wrong, news, bar, buttons);
  file.addEventListener('change', () => read().catch(trouble => { wrong.textContent = trouble.message; }));
  lookAtStock();
  draw();
  return { node: place, send, look: lookAtStock, count: () => inHand.codes.length - inHand.sent };

  async function read() {
    wrong.textContent = '';
    choose.replaceChildren();
    const chosen = file.files[0];
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) throw new Error(PRIZE_CODES.tooLarge);
    const rows = cellsOf(await chosen.text());
    const width = Math.max(...rows.map(row => row.length));
    const likely = Math.max(0, (rows[0] ?? []).findIndex(cell => HEADING.test(cell)));
    const column = el('select', { onchange: () => take(true) }, Array.from({ length: width }, (none, at) =>
      el('option', { value: at, selected: at === likely }, PRIZE_CODES.column_(at + 1, (rows[0][at] ?? '').slice(0, 40)))));
    const heading = el('input', { type: 'checkbox', onchange: () => take(false) });
    const take = isOther => {
      if (isOther) heading.checked = isHeading(rows, Number(column.value));
      hold(chosen.name, codesOf(rows, Number(column.value), heading.checked));
    };
    choose.append(width > 1 ? el('label', {}, PRIZE_CODES.column, column) : '', el('label', { class: 'heading' }, heading, PRIZE_CODES.heading));
    take(true);
  }

  function hold(name, { codes, left }) {
    wrong.textContent = codes.length === 0 ? PRIZE_CODES.none : codes.length > OF_A_REWARD ? PRIZE_CODES.tooMany : '';
    Object.assign(inHand, { name, codes: codes.length > OF_A_REWARD ? [] : codes, left, sent: 0, isStopped: false });
    draw();
    changed();
  }

  function draw() {
    const { codes, left, sent: done, isSending } = inHand;
    bar.hidden = codes.length === 0 || done === 0 && !isSending;
    bar.max = Math.max(1, codes.length);
    bar.value = done;
    const isDone = codes.length > 0 && done === codes.length;
    const told = left === null ? [] : [
      isDone ? PRIZE_CODES.done(count(done)) : done > 0 || isSending ? PRIZE_CODES.sent(count(done), count(codes.length)) : PRIZE_CODES.found(count(codes.length), codes.length === 1),
      ...['twice', 'empty', 'long', 'odd'].filter(why => left[why] > 0).map(why => PRIZE_CODES[why](count(left[why]))),
      ...codes.length > 0 && reward() === null ? [PRIZE_CODES.afterSaving] : [],
      ...inHand.isStopped && !isDone ? [PRIZE_CODES.stopped, PRIZE_CODES.again] : [],
    ];
    news.replaceChildren(...told.map(sentence => el('p', {}, sentence)));
    file.disabled = isSending;
    buttons.replaceChildren(...isSending ? [button(PRIZE_CODES.stop, stop, { class: 'outline', 'data-act': 'stop codes' })]
      : codes.length > 0 && !isDone && reward() !== null ? [button(done > 0 || inHand.isStopped ? PRIZE_CODES.goOn : PRIZE_CODES.send, send, { 'data-act': 'send codes' })] : []);
  }

  function stop() {
    inHand.isStopped = true;
    inHand.isSending = false;
    draw();
    buttons.querySelector('button')?.focus();
  }

  // Sends what was not sent yet. Leaving the page stops it; what was sent is known and stays.
  async function send() {
    const uid = reward();
    if (uid === null || inHand.isSending || inHand.sent === inHand.codes.length) return;
    Object.assign(inHand, { isSending: true, isStopped: false });
    wrong.textContent = '';
    draw();
    try {
      const hash = await hashOf(`${uid}\n${inHand.codes.join('\n')}`);
      let before = 0;
      for (const [at, portion] of portionsOf(inHand.codes).entries()) {
        if (before >= inHand.sent) {
          if (!inHand.isSending || signal.aborted) break;
          await call(`/api/v1/manage/rewards/${encodeURIComponent(uid)}/codes`, { method: 'POST', body: { prize_codes: portion.join('\n') }, key: `codes-${hash}-${at}`, signal });
          inHand.sent = before + portion.length;
          draw();
          lookAtStock();
          place.dispatchEvent(new Event('sent'));
        }
        before += portion.length;
      }
    } catch (trouble) {
      inHand.isStopped = true;
      if (!signal.aborted) wrong.textContent = [trouble.message, ...(trouble.errors ?? []).map(one => one.message)].join(' ');
    } finally {
      inHand.isSending = false;
      if (inHand.sent < inHand.codes.length) inHand.isStopped = true;
      draw();
    }
  }

  function lookAtStock() {
    if (reward() === null) return;
    section(stock, signal, async () => {
      const has = await get(`/api/v1/manage/rewards/${encodeURIComponent(reward())}/codes`, {}, signal);
      return [has.total === 0 ? PRIZE_CODES.noStock : PRIZE_CODES.stock(count(has.total), count(has.left))];
    });
  }
}
