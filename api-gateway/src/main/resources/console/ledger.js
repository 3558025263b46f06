// A fan's ledger: as a line, as rows, today's balances or those of any of its records, and the proof of each record.
import { get, lines, pointTypes } from './calls.js';
import { button, choice, count, el, number, svg, table, time, unlessLeft } from './parts.js';
import { verified } from './proof.js';

const MOST = 5000;
const ROWS = 200;

export async function ledger(main, signal, id) {
  const [types, records] = await Promise.all([pointTypes(), ledgerOf(id, signal)]);
  if (records.length === 0) {
    main.append(el('p', { class: 'note' }, 'No points yet.'));
    return;
  }
  const names = new Map(types.map(type => [type.point_uid, type.point_name]));
  const used = [...new Set(records.map(row => row.point_uid))];
  const shown = el('div');
  const show = uid => shown.replaceChildren(...history(id, uid, records.filter(row => row.point_uid === uid), signal));
  if (used.length > 1) {
    main.append(el('div', { class: 'filters' }, choice('Points', used.map(uid => [uid, names.get(uid) ?? uid]), used[0], show)));
  }
  main.append(shown);
  show(used[0]);
}

async function ledgerOf(id, signal) {
  const rows = [];
  for await (const row of lines(`/api/v1/manage/audit/fans/${id}/points`, { limit: MOST }, signal)) rows.push(row);
  return rows;
}

function history(id, uid, rows, signal) {
  const cards = el('div', { class: 'cards', 'aria-live': 'polite' });
  const drawing = el('figure', { class: 'chart' });
  const listed = el('div');
  const label = el('output', { class: 'note', for: 'as_of' });
  // The last place is today: ranks and tiers also change without a record of this fan.
  const today = rows.length;
  const slider = el('input', { id: 'as_of', type: 'range', min: 0, max: today, value: today,
    'aria-label': 'As of which record', oninput: () => then(Number(slider.value)).catch(unlessLeft(signal)) });
  let asking = 0;
  async function then(at) {
    const row = rows[at];
    const turn = ++asking;
    label.textContent = row === undefined ? 'As of today'
      : `As of an earlier moment: ${time(row.time)} UTC, position ${row.position}`;
    slider.setAttribute('aria-valuetext', label.textContent);
    drawing.replaceChildren(...chart(rows, at));
    listed.replaceChildren(records(rows, at, signal));
    await new Promise(soon => setTimeout(soon, 60));
    if (turn !== asking || signal.aborted) return;
    const asOf = row === undefined ? {} : { as_of: `position:${row.position}` };
    const balances = await get(`/api/v1/manage/fans/${id}/balances`, asOf, signal);
    if (turn !== asking) return;
    cards.replaceChildren(...balances.map(one => el('article', { 'aria-current': one.point_uid === uid ? 'true' : null },
      one.point_name, el('b', {}, count(one.balance)),
      el('small', {}, [one.rank ? `rank ${count(one.rank)}` : null, one.tier_name].filter(Boolean).join(', ') || 'no rank'))));
  }
  then(today).catch(unlessLeft(signal));
  return [label, cards, drawing, slider, listed,
    rows.length < MOST ? '' : el('p', { class: 'note' }, `The first ${number.format(MOST)} records.`)];
}

// Styles are set by script: the page's policy allows none in markup.
function lowered(node, share) {
  node.style.top = `${100 * share}%`;
  return node;
}

// Balance by time, as steps; a dashed line stands at the time of an earlier record that the slider names. Points and days stand
// beside the drawing, because it is stretched and they are not.
function chart(rows, at) {
  const width = 1000, height = 220, edge = 8;
  const balances = rows.map(row => row.balance);
  const low = Math.min(0, ...balances), high = Math.max(1, ...balances);
  const begin = rows[0].time, end = rows.at(-1).time;
  const x = i => edge + (width - 2 * edge) * (end === begin ? 1 : (rows[i].time - begin) / (end - begin));
  const y = value => height - edge - (height - 2 * edge) * (value - low) / (high - low);
  const middle = (begin + end) / 2;
  let path = `M${edge},${y(balances[0])}`;
  balances.forEach((balance, i) => { path += `H${x(i)}V${y(balance)}`; });
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img',
    'aria-label': `Balance from ${balances[0]} to ${balances.at(-1)} over ${rows.length} records, from ${time(begin)} to ${time(end)}` },
  svg('path', { class: 'area', d: `${path}V${y(0)}H${edge}Z` }),
  svg('path', { class: 'axis', d: `M0,${y(0)}H${width}M${edge},0V${height}M0,${y(high)}H${width}` }),
  svg('path', { class: 'steps', d: path }),
  ...(at < rows.length ? [svg('path', { class: 'then', d: `M${x(at)},0V${height}` })] : []));
  const points = [high, 0, low].filter((value, i, all) => all.indexOf(value) === i);
  return [
    el('div', { class: 'plot' },
      el('div', { class: 'points', 'aria-hidden': 'true' },
        points.map(value => lowered(el('span', {}, count(value)), y(value) / height))),
      drawing),
    el('div', { class: 'days', 'aria-hidden': 'true' },
      (end === begin ? [begin] : [begin, middle, end]).map(when => el('span', {}, time(when).slice(0, end - begin < 2 * 86400 ? 16 : 10)))),
  ];
}

function records(rows, at, signal) {
  const from = Math.max(0, Math.min(at + 10, rows.length - 1) - ROWS + 1);
  const near = rows.slice(from, from + ROWS).reverse();
  const limit = rows[at]?.position ?? Infinity;
  return table('Records of the ledger', [
    ['Position', row => count(row.position), true],
    ['Time (UTC)', row => time(row.time)],
    ['Points', row => count(row.point_count), true],
    ['Balance', row => count(row.balance), true],
    ['Source', row => row.point_source],
    ['Award key', row => row.award_key],
    ['By', row => row.actor_label ?? row.actor],
    ['', row => button('Proof', () => prove(row, signal), { class: 'outline', 'aria-label': `Proof of position ${row.position}` })],
  ], near, row => ({ class: row.position > limit ? 'later' : null }));
}

async function prove(row, signal) {
  const body = el('div', { 'aria-busy': 'true' });
  const dialog = el('dialog', { 'aria-labelledby': 'proof_title', onclose: () => dialog.remove() },
    el('article', {},
      el('header', {},
        button('', () => dialog.close(), { 'aria-label': 'Close', rel: 'prev' }),
        el('strong', { id: 'proof_title' }, `Proof of position ${row.position}`)),
      body));
  document.body.append(dialog);
  dialog.showModal();
  try {
    const { proof } = await get('/api/v1/manage/audit/proof', { position: row.position }, signal);
    const steps = await verified(proof);
    body.replaceChildren(
      el('ul', {}, steps.map(([text, good]) =>
        el('li', { class: good === null ? 'note' : good ? 'good' : 'bad' }, `${good === null ? '–' : good ? '✓' : '✗'} ${text}`))),
      el('dl', {}, Object.entries({
        Type: proof.event.type,
        Stream: proof.event.stream,
        'Head before it': proof.previous_head,
        Leaf: proof.leaf,
        'Leaves after it': proof.leaves.length,
        [`Head at ${proof.head.position}`]: proof.head.hash,
        Signature: proof.head.signature,
        'Public key': proof.head.public_key,
      }).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, String(value))])));
  } catch (trouble) {
    body.replaceChildren(el('p', { class: 'bad' }, trouble.message));
  }
  body.removeAttribute('aria-busy');
}
