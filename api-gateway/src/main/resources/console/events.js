// The events of the account, as they happen.
import { chooser, follow, heard, paced } from './live.js';
import { when } from './locale.js';
import { fanInput } from './names.js';
import { count, el, fanLink, table } from './parts.js';
import { EVENTS as TEXT } from './texts.js';

const ROWS = 100;

export async function events(main, signal) {
  const filter = { type: '', fan_id: '' };
  const choose = chooser(signal);
  const types = el('datalist', { id: 'types' });
  const type = el('input', { list: 'types', placeholder: TEXT.all, spellcheck: 'false', autocomplete: 'off',
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
    el('h1', {}, TEXT.liveEvents),
    el('div', { class: 'filters' },
      el('label', {}, TEXT.type, type, types),
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
      ? el('p', { class: 'note' }, TEXT.nothingYet)
      : table(TEXT.theNewestEvents, [
        [TEXT.position, row => count(row.position), true],
        [TEXT.time, row => when(row.time)],
        [TEXT.type, row => row.type],
        [TEXT.fan, row => row.fan_id ? fanLink(row) : null],
        [TEXT.points, row => count(row.point_count), true],
        [TEXT.command, row => row.command],
        [TEXT.actor, row => el('span', { title: row.actor }, row.actor_label ?? row.actor.slice(0, 16))],
      ], newestFirst, row => ({ class: shown > 0 && row.position > shown ? 'fresh' : null }), { live: true }));
    shown = newestFirst[0]?.position ?? shown;
  });
  rows.replaceChildren();
  follow(signal, request, ({ data }) => {
    note(data.type);
    newestFirst = [data, ...newestFirst].slice(0, ROWS);
    draw();
  }, draw, heard(signal));
}
