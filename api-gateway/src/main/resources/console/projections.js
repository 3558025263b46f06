// The projections: their versions, and the comparison of two versions.
import { get, lines } from './calls.js';
import { act, bytes, command, count, el, redraw, repeatedly, say, table } from './parts.js';
import { PROJECTIONS as TEXT } from './texts.js';

const ROWS = 50;

export async function projections(main, signal) {
  const rows = el('div');
  const found = el('div', { 'aria-live': 'polite' });
  let shown = '';
  main.append(
    el('h1', {}, TEXT.projections),
    el('p', { class: 'note' }, TEXT.about),
    rows, found, command('./encore projections rebuild <projection>\n./encore projections switch <projection>\n./encore projections rollback <projection>'));
  const compare = name => async () => {
    found.replaceChildren(el('p', { 'aria-busy': 'true' }, TEXT.comparing(name)));
    try {
      found.replaceChildren(await compared(name, signal));
    } catch (trouble) {
      found.replaceChildren();
      say(trouble.message, true);
    }
  };
  async function look() {
    const versions = await get('/api/v1/manage/projections', {}, signal);
    const now = JSON.stringify(versions);
    if (now === shown) return;
    shown = now;
    redraw(rows, table(TEXT.versionsOfProjections, [
      [TEXT.projection, row => row.name],
      [TEXT.version, row => `${row.version}${row.serves ? TEXT.serves : ''}`],
      [TEXT.position, row => count(row.position), true],
      [TEXT.progress, row => row.lag === 0 ? el('span', { class: 'good' }, TEXT.upToDate) : progress(row)],
      [TEXT.eventsPerSecond, row => count(Math.round(row.rate)), true],
      [TEXT.documents, row => count(row.documents), true],
      [TEXT.size, row => bytes(row.bytes), true],
      [TEXT.checksum, row => el('code', { title: row.checksum }, row.checksum.slice(0, 8))],
      [TEXT.deadLetters, row => row.dead_letters ? el('a', { href: '#letters', class: 'bad' }, count(row.dead_letters)) : '0', true],
      ['', row => row.serves ? '' : act(TEXT.compare, row.name, row.name, compare(row.name))],
    ], versions));
  }
  repeatedly(signal, look);
}

function progress(row) {
  const all = row.position + row.lag;
  const left = row.is_waiting ? TEXT.waitsForOthers
    : row.remaining_seconds === null ? row.trouble ?? '' : TEXT.secondsLeft(row.remaining_seconds);
  return el('span', {},
    el('progress', { value: row.position, max: all, 'aria-label': TEXT.versionOf(row.name, row.version) }),
    el('small', {}, TEXT.behind(count(row.lag), left)));
}

async function compared(name, signal) {
  const differing = [];
  let head = null;
  let whole = false;
  for await (const line of lines(`/api/v1/manage/projections/${name}/compare`, {}, signal)) {
    if (line.line === 'compared') head = line;
    if (line.line === 'difference' && differing.length < ROWS) differing.push(line);
    whole ||= line.line === 'end';
  }
  if (!whole || !head) throw new Error(TEXT.endedEarly);
  return el('section', {},
    el('h2', {}, TEXT.compared(name, head.serving, head.beside)),
    el('p', { class: head.equal ? 'good' : 'bad' }, head.equal
      ? TEXT.areEqual(count(head.documents), count(head.position))
      : TEXT.differ(count(head.position))),
    differing.length === 0 ? null : table(TEXT.differences, [
      [TEXT.collection, row => row.collection],
      [TEXT.key, row => row.key],
      [TEXT.kind, row => row.kind],
      [TEXT.fields, row => row.fields.join(', ')],
    ], differing));
}
