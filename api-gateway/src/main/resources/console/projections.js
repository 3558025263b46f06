// The projections: their versions, and the comparison of two versions.
import { get, lines } from './calls.js';
import { act, bytes, command, count, el, redraw, repeatedly, say, table } from './parts.js';

const ROWS = 50;

export async function projections(main, signal) {
  const rows = el('div');
  const found = el('div', { 'aria-live': 'polite' });
  let shown = '';
  main.append(
    el('h1', {}, 'Projections'),
    el('p', { class: 'note' }, 'A rebuild makes a new version from the log while the serving version goes on. The operator starts it and switches to it; here the two versions of your documents are compared.'),
    rows, found, command('./encore projections rebuild <projection>\n./encore projections switch <projection>\n./encore projections rollback <projection>'));
  const compare = name => async () => {
    found.replaceChildren(el('p', { 'aria-busy': 'true' }, `Comparing ${name} …`));
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
    redraw(rows, table('Versions of projections', [
      ['Projection', row => row.name],
      ['Version', row => `${row.version}${row.serves ? ' (serves)' : ''}`],
      ['Position', row => count(row.position), true],
      ['Progress', row => row.lag === 0 ? el('span', { class: 'good' }, 'up to date') : progress(row)],
      ['Events/s', row => count(Math.round(row.rate)), true],
      ['Documents', row => count(row.documents), true],
      ['Size', row => bytes(row.bytes), true],
      ['Checksum', row => el('code', { title: row.checksum }, row.checksum.slice(0, 8))],
      ['Dead letters', row => row.dead_letters ? el('a', { href: '#letters', class: 'bad' }, count(row.dead_letters)) : '0', true],
      ['', row => row.serves ? '' : act('Compare', row.name, row.name, compare(row.name))],
    ], versions));
  }
  repeatedly(signal, look);
}

function progress(row) {
  const all = row.position + row.lag;
  const left = row.is_waiting ? ', waits for others'
    : row.remaining_seconds === null ? row.trouble ?? '' : `, ${row.remaining_seconds} s left`;
  return el('span', {},
    el('progress', { value: row.position, max: all, 'aria-label': `${row.name} version ${row.version}` }),
    el('small', {}, `${count(row.lag)} behind${left}`));
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
  if (!whole || !head) throw new Error('The comparison ended early.');
  return el('section', {},
    el('h2', {}, `${name}: version ${head.serving} and version ${head.beside}`),
    el('p', { class: head.equal ? 'good' : 'bad' }, head.equal
      ? `Equal: ${count(head.documents)} documents at position ${count(head.position)}.`
      : `Different at position ${count(head.position)}.`),
    differing.length === 0 ? null : table('Differences', [
      ['Collection', row => row.collection],
      ['Key', row => row.key],
      ['Kind', row => row.kind],
      ['Fields', row => row.fields.join(', ')],
    ], differing));
}
