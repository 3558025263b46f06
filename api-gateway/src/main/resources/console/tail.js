// The newest points, as they come.
import { pointTypes } from './calls.js';
import { chooser, follow, heard, paced } from './live.js';
import { when } from './locale.js';
import { fanInput, nameBook, newestRecords } from './names.js';
import { choice, count, el, table } from './parts.js';
import { TAIL as TEXT } from './texts.js';

const ROWS = 50;

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
    el('h1', {}, TEXT.livePoints),
    el('div', { class: 'filters' },
      choice(TEXT.points, [['', TEXT.all], ...types.map(type => [type.point_uid, type.point_name])], '',
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
      ? el('p', { class: 'note' }, TEXT.nothingYet)
      : table(TEXT.newestRecords, [
        [TEXT.time, row => when(row.seconds)],
        [TEXT.fan, row => names.link(row.fan_id)],
        [TEXT.points, row => row.name],
        [TEXT.count, row => count(row.points), true],
        [TEXT.source, row => row.source],
      ], some, row => ({ class: shown !== null && !shown.has(row.uid) ? 'fresh' : null }), { live: true }));
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
