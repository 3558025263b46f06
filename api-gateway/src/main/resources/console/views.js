// The leaderboard, the newest points, the projections and the dead letters.
import { button, bytes, choice, count, el, get, lines, pointTypes, post, repeatedly, say, table, time, unlessLeft } from './parts.js';

const ROWS = 50;

function fanLink(row) {
  return el('a', { href: `#fan/${row.fan_id}` }, row.display_name ?? `fan ${row.fan_id}`);
}

export async function board(main, signal) {
  const types = await pointTypes();
  let name = types[0]?.point_name ?? '';
  let before = new Map();
  const rows = el('div');
  main.append(
    el('h1', {}, 'Leaderboard'),
    el('div', { class: 'filters' },
      choice('Points', types.map(type => [type.point_name, type.point_name]), name, chosen => {
        name = chosen;
        before = new Map();
        look().catch(unlessLeft(signal));
      })),
    rows);
  async function look() {
    const asked = name;
    const top = await get('/api/v1/manage/leaderboard', { point_name: asked, limit: ROWS }, signal);
    if (asked !== name) return;
    const changed = row => before.size > 0 && before.get(row.fan_id) !== row.fan_point_count;
    const now = new Map(top.map(row => [row.fan_id, row.fan_point_count]));
    const same = now.size === before.size && top.every(row => !changed(row));
    if (!same || !rows.firstChild) {
      rows.replaceChildren(top.length === 0
        ? el('p', { class: 'note' }, 'Nobody has any yet.')
        : table(`Leaderboard of ${asked}`, [
          ['Rank', row => count(row.rank), true],
          ['Fan', fanLink],
          ['Points', row => count(row.fan_point_count), true],
        ], top, row => ({ class: changed(row) ? 'fresh' : null })));
    }
    before = now;
  }
  if (types.length) repeatedly(signal, look);
}

export async function tail(main, signal) {
  const types = await pointTypes();
  const filter = { point_uid: '', fan_id: '' };
  const known = new Set();
  const rows = el('div');
  const fan = el('input', { inputmode: 'numeric', pattern: '[0-9]*', placeholder: 'any', oninput: () => {
    filter.fan_id = fan.value.replace(/\D/g, '');
    again();
  } });
  function again() {
    known.clear();
    look().catch(unlessLeft(signal));
  }
  main.append(
    el('h1', {}, 'Live points'),
    el('div', { class: 'filters' },
      choice('Points', [['', 'all'], ...types.map(type => [type.point_uid, type.point_name])], '', chosen => {
        filter.point_uid = chosen;
        again();
      }),
      el('label', {}, 'Fan id', fan)),
    rows);
  async function look() {
    const asked = JSON.stringify(filter);
    const newest = await get('/api/v1/ent/fan_points',
      { start_date: '2000-01-01', end_date: '2999-12-31', order: 'desc', limit: ROWS, ...filter }, signal);
    if (asked !== JSON.stringify(filter)) return;
    const first = known.size === 0;
    const fresh = new Set(newest.map(row => row.fan_point_uid).filter(uid => !known.has(uid)));
    if (fresh.size || !rows.firstChild || first) {
      rows.replaceChildren(newest.length === 0
        ? el('p', { class: 'note' }, 'Nothing yet.')
        : table('The newest records of points', [
          ['Time (UTC)', row => time(row.creation_timestamp)],
          ['Fan', fanLink],
          ['Points', row => row.point_name],
          ['Count', row => count(row.point_count), true],
          ['Source', row => row.point_source],
        ], newest, row => ({ class: !first && fresh.has(row.fan_point_uid) ? 'fresh' : null })));
    }
    known.clear();
    newest.forEach(row => known.add(row.fan_point_uid));
  }
  repeatedly(signal, look);
}

export async function projections(main, signal) {
  const rows = el('div');
  const found = el('div', { 'aria-live': 'polite' });
  let shown = '';
  main.append(
    el('h1', {}, 'Projections'),
    el('p', { class: 'note' }, 'A rebuild fills a new version from the log beside the one that serves; compare, then switch.'),
    rows, found);
  const order = (name, what) => async () => {
    try {
      const chosen = await post(`/api/v1/manage/projections/${name}/${what}`);
      say(`${name}: version ${chosen.version} ${what === 'rebuild' ? 'fills now' : 'serves now'}.`);
      await look();
    } catch (trouble) {
      say(trouble.message, true);
    }
  };
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
    const held = document.activeElement?.dataset?.act;
    const act = (label, row, handler) =>
      button(label, handler, { class: 'outline', 'data-act': `${label} ${row.name}`, 'aria-label': `${label} ${row.name}` });
    const beside = name => versions.some(row => row.name === name && !row.serves);
    rows.replaceChildren(table('Versions of projections', [
      ['Projection', row => row.name],
      ['Version', row => `${row.version}${row.serves ? ' (serves)' : ''}`],
      ['Position', row => count(row.position), true],
      ['Progress', row => row.lag === 0 ? el('span', { class: 'good' }, 'up to date') : progress(row)],
      ['Events/s', row => count(Math.round(row.rate)), true],
      ['Documents', row => count(row.documents), true],
      ['Size', row => bytes(row.bytes), true],
      ['Checksum', row => el('code', { title: row.checksum }, row.checksum.slice(0, 8))],
      ['Dead letters', row => row.dead_letters ? el('a', { href: '#letters', class: 'bad' }, count(row.dead_letters)) : '0', true],
      ['', row => row.serves
        ? el('span', {}, act('Rebuild', row, order(row.name, 'rebuild')),
          beside(row.name) ? act('Roll back', row, order(row.name, 'rollback')) : null)
        : el('span', {}, act('Compare', row, compare(row.name)), act('Switch', row, order(row.name, 'switch')))],
    ], versions));
    if (held) rows.querySelector(`[data-act="${CSS.escape(held)}"]`)?.focus();
  }
  repeatedly(signal, look);
}

function progress(row) {
  const all = row.position + row.lag;
  const left = row.remaining_seconds === null ? row.trouble ?? '' : `, ${row.remaining_seconds} s left`;
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
  if (!whole || !head) throw new Error('The comparison broke off.');
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

export async function letters(main, signal) {
  const rows = el('div');
  main.append(
    el('h1', {}, 'Dead letters'),
    el('p', { class: 'note' }, 'Events that a projection could not apply, and those of the same stream that wait behind them.'),
    rows);
  const settle = (row, what) => async () => {
    if (what === 'discard' && !window.confirm(`Go on without the event at position ${row.position}?`)) return;
    try {
      await post(`/api/v1/manage/dead_letters/${what}`, { projection: row.projection, position: row.position });
      await look();
    } catch (trouble) {
      say(trouble.message, true);
    }
  };
  async function look() {
    const found = await get('/api/v1/manage/dead_letters', {}, signal);
    rows.replaceChildren(found.length === 0
      ? el('p', { class: 'good' }, 'There are none.')
      : table('Dead letters', [
        ['Projection', row => row.projection],
        ['Position', row => count(row.position), true],
        ['Stream', row => row.stream],
        ['Cause', row => row.cause],
        ['Attempts', row => count(row.attempts), true],
        ['', row => el('span', {},
          button('Retry', settle(row, 'retry'), { class: 'outline' }),
          button('Discard', settle(row, 'discard'), { class: 'outline secondary' }))],
      ], found));
  }
  repeatedly(signal, look, 5000);
}
