// The leaderboard, the newest points, all events, the projections and the dead letters.
import { follow, paced } from './live.js';
import {
  act, button, bytes, choice, count, el, fanLink, get, lines, pointTypes, post, redraw, repeatedly, say, table, time, unlessLeft,
} from './parts.js';

const ROWS = 50;

// For a choice within a view: what the one before followed ends, and all of it when the view is left.
function chooser(signal) {
  let chosen = new AbortController();
  signal.addEventListener('abort', () => chosen.abort(), { once: true });
  return () => {
    chosen.abort();
    chosen = new AbortController();
    return chosen.signal;
  };
}

function heard(signal) {
  return trouble => {
    if (!signal.aborted) say(trouble?.message ?? '', trouble !== null);
  };
}

function newestRecords(query, signal) {
  return get('/api/v1/ent/fan_points', { start_date: '2000-01-01', end_date: '2999-12-31', order: 'desc', ...query }, signal);
}

function howToImport() {
  return el('p', { class: 'note' }, 'Nobody has any points yet. ',
    el('code', {}, './encore import-purchases purchases.txt.gz'), ' brings in a history of purchases, and ',
    el('code', {}, './encore import-purchases --help'), ' describes it.');
}

export async function board(main, signal) {
  const [types, [newest]] = await Promise.all([pointTypes(), newestRecords({ limit: 1 }, signal)]);
  const opened = newest?.point_uid ?? types[0]?.point_uid;
  const empty = newest ? () => el('p', { class: 'note' }, 'Nobody has any yet.') : howToImport;
  const choose = chooser(signal);
  const rows = el('div');
  const begin = uid => show(rows, choose(), types.find(type => type.point_uid === uid), empty);
  main.append(
    el('h1', {}, 'Leaderboard'),
    el('div', { class: 'filters' },
      choice('Points', types.map(type => [type.point_uid, type.point_name]), opened, begin)),
    rows);
  if (opened) begin(opened);
}

// Streams tell ids of fans; their names are asked for when one is missing. Who is not found is soon let be.
function nameBook(signal, ask, learned) {
  const names = new Map();
  const tries = new Map();
  let missing = [];
  const look = paced(signal, async () => {
    missing.forEach(id => tries.set(id, (tries.get(id) ?? 0) + 1));
    missing = [];
    try {
      const rows = await ask();
      rows.forEach(row => names.set(row.fan_id, row.display_name ?? null));
      learned(rows);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }, 1000);
  const want = ids => {
    missing = ids.filter(id => !names.has(id) && (tries.get(id) ?? 0) < 5);
    if (missing.length) look();
  };
  return { look, want, link: id => fanLink({ fan_id: id, display_name: names.get(id) }) };
}

function show(rows, signal, type, empty) {
  let places = new Map();
  let shown = new Map();
  const names = nameBook(signal,
    () => get('/api/v1/manage/leaderboard', { point_name: type.point_name, limit: ROWS }, signal), () => draw());
  const draw = paced(signal, () => {
    const top = [...places.values()]
      .filter(row => row.points !== 0)
      .sort((one, other) => other.points - one.points || one.at - other.at || one.order - other.order)
      .slice(0, ROWS);
    rows.replaceChildren(top.length === 0
      ? empty()
      : table(`Leaderboard of ${type.point_name}`, [
        ['Rank', row => count(top.indexOf(row) + 1), true],
        ['Fan', row => names.link(row.fan_id)],
        ['Points', row => count(row.points), true],
      ], top, row => ({ class: shown.size > 0 && shown.get(row.fan_id) !== row.points ? 'fresh' : null })));
    shown = new Map(top.map(row => [row.fan_id, row.points]));
    names.want(top.map(row => row.fan_id));
  });
  rows.replaceChildren();
  follow(signal, { stream: `leaderboard.${type.point_uid}` }, frame => {
    if (frame.event === 'snapshot') places = new Map();
    frame.data.forEach((row, order) => places.set(row.fan_id, {
      fan_id: row.fan_id,
      points: row.fan_point_count,
      at: frame.event === 'snapshot' ? 0 : frame.position,
      order,
    }));
    draw();
  }, () => {}, heard(signal));
  // Names change, and fans are erased.
  repeatedly(signal, async () => names.look(), 30000);
}

function fanInput(change) {
  const fan = el('input', { inputmode: 'numeric', pattern: '[0-9]*', placeholder: 'any', onchange: () =>
    change(fan.value.replace(/\D/g, '')) });
  return el('label', {}, 'Fan id', fan);
}

export async function tail(main, signal) {
  const types = await pointTypes();
  const filter = { point_uid: '', fan_id: '' };
  const choose = chooser(signal);
  const rows = el('div');
  const again = change => {
    Object.assign(filter, change);
    newest(rows, choose(), { ...filter }, new Map(types.map(type => [type.point_uid, type.point_name])));
  };
  main.append(
    el('h1', {}, 'Live points'),
    el('div', { class: 'filters' },
      choice('Points', [['', 'all'], ...types.map(type => [type.point_uid, type.point_name])], '',
        point_uid => again({ point_uid })),
      fanInput(fan_id => again({ fan_id }))),
    rows);
  again({});
}

function newest(rows, signal, filter, pointNames) {
  const known = new Map();
  let shown = null;
  const draw = paced(signal, () => {
    const some = [...known.values()].sort((one, other) => other.at - one.at || other.order - one.order).slice(0, ROWS);
    for (const uid of known.keys()) if (!some.some(row => row.uid === uid)) known.delete(uid);
    rows.replaceChildren(some.length === 0
      ? el('p', { class: 'note' }, 'Nothing yet.')
      : table('The newest records of points', [
        ['Time (UTC)', row => time(row.seconds)],
        ['Fan', row => names.link(row.fan_id)],
        ['Points', row => row.name],
        ['Count', row => count(row.points), true],
        ['Source', row => row.source],
      ], some, row => ({ class: shown !== null && !shown.has(row.uid) ? 'fresh' : null })));
    shown = new Set(known.keys());
    names.want(some.map(row => row.fan_id));
  });
  // What was before, and the names with it.
  const names = nameBook(signal, () => newestRecords({ limit: ROWS, ...filter }, signal), before => {
    before.forEach((row, back) => {
      if (!known.has(row.fan_point_uid)) {
        known.set(row.fan_point_uid, { uid: row.fan_point_uid, at: 0, order: -back, seconds: row.creation_timestamp,
          fan_id: row.fan_id, name: row.point_name, points: row.point_count, source: row.point_source });
      }
    });
    draw();
  });
  rows.replaceChildren();
  const request = { stream: 'events', types: ['points_awarded'] };
  if (filter.fan_id) request.fan_id = Number(filter.fan_id);
  let first = true;
  follow(signal, request, ({ position, data }) => {
    if (filter.point_uid && filter.point_uid !== data.point_uid) return;
    known.set(data.fan_point_uid, { uid: data.fan_point_uid, at: position, order: 0, seconds: data.time,
      fan_id: data.fan_id, name: pointNames.get(data.point_uid) ?? '–', points: data.point_count, source: data.point_source });
    draw();
  }, () => {
    // Asked when the stream has begun, so that nothing falls in between.
    if (first) names.look();
    first = false;
  }, heard(signal));
}

export async function events(main, signal) {
  const filter = { type: '', fan_id: '' };
  const choose = chooser(signal);
  const types = el('datalist', { id: 'types' });
  const type = el('input', { list: 'types', placeholder: 'all', spellcheck: 'false', autocomplete: 'off',
    onchange: () => again({ type: type.value.trim() }) });
  const rows = el('div');
  const seen = new Set();
  const note = name => {
    if (!seen.has(name)) types.append(el('option', { value: name }));
    seen.add(name);
  };
  const again = change => {
    Object.assign(filter, change);
    happening(rows, choose(), { ...filter }, note);
  };
  main.append(
    el('h1', {}, 'Live events'),
    el('div', { class: 'filters' },
      el('label', {}, 'Type', type, types),
      fanInput(fan_id => again({ fan_id }))),
    rows);
  again({});
}

function happening(rows, signal, filter, note) {
  const request = { stream: 'events', back: 1000 };
  if (filter.type) request.types = filter.type.split(/[\s,]+/);
  if (filter.fan_id) request.fan_id = Number(filter.fan_id);
  let newestFirst = [];
  let shown = 0;
  const draw = paced(signal, () => {
    rows.replaceChildren(newestFirst.length === 0
      ? el('p', { class: 'note' }, 'Nothing yet.')
      : table('The newest events', [
        ['Position', row => count(row.position), true],
        ['Time (UTC)', row => time(row.time)],
        ['Type', row => row.type],
        ['Fan', row => row.fan_id ? fanLink(row) : null],
        ['Points', row => count(row.point_count), true],
        ['Command', row => row.command],
        ['Actor', row => el('span', { title: row.actor }, row.actor.slice(0, 16))],
      ], newestFirst, row => ({ class: shown > 0 && row.position > shown ? 'fresh' : null })));
    shown = newestFirst[0]?.position ?? shown;
  });
  rows.replaceChildren();
  follow(signal, request, ({ data }) => {
    note(data.type);
    newestFirst = [data, ...newestFirst].slice(0, 2 * ROWS);
    draw();
  }, draw, heard(signal));
}

export async function projections(main, signal) {
  const rows = el('div');
  const found = el('div', { 'aria-live': 'polite' });
  let shown = '';
  main.append(
    el('h1', {}, 'Projections'),
    el('p', { class: 'note' }, 'A rebuild fills a new version from the log beside the one that serves. The operator orders it and the switch; here both versions of your documents are compared.'),
    rows, found);
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
        ['Stream', row => el('span', { class: 'long' }, row.stream)],
        ['Cause', row => row.cause],
        ['Attempts', row => count(row.attempts), true],
        ['', row => el('span', {},
          button('Retry', settle(row, 'retry'), { class: 'outline' }),
          button('Discard', settle(row, 'discard'), { class: 'outline secondary' }))],
      ], found));
  }
  repeatedly(signal, look, 5000);
}
