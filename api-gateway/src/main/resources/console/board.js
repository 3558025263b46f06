// The leaderboard of all time, which updates itself.
import { get, pointTypes } from './calls.js';
import { chooser, follow, heard, paced } from './live.js';
import { nameBook, newestRecords } from './names.js';
import { choice, count, el, table } from './parts.js';
import { BOARD as TEXT } from './texts.js';

const ROWS = 50;

function howToImport() {
  return el('p', { class: 'note' }, TEXT.noPointsYet,
    el('code', {}, './encore import-purchases purchases.txt.gz'), TEXT.importsHistory,
    el('code', {}, './encore import-purchases --help'), TEXT.describesImport);
}

export async function board(main, signal) {
  const [types, [newest]] = await Promise.all([pointTypes(), newestRecords({ limit: 1 }, signal)]);
  const opened = newest?.point_uid ?? types[0]?.point_uid;
  const empty = newest ? () => el('p', { class: 'note' }, TEXT.noPointsOfType) : howToImport;
  const choose = chooser(signal);
  const rows = el('div');
  const begin = uid => show(rows, choose(), types.find(type => type.point_uid === uid), empty);
  main.append(
    el('h1', {}, TEXT.leaderboard),
    el('div', { class: 'filters' },
      choice(TEXT.points, types.map(type => [type.point_uid, type.point_name]), opened, begin)),
    rows);
  if (opened) begin(opened);
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
      : table(TEXT.leaderboardOf(type.point_name), [
        [TEXT.rank, row => count(top.indexOf(row) + 1), true],
        [TEXT.fan, row => names.link(row.fan_id)],
        [TEXT.points, row => count(row.points), true],
      ], top, row => ({ class: shown.size > 0 && shown.get(row.fan_id) !== row.points ? 'fresh' : null }), { live: true }));
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
}
