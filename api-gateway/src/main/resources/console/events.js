// The events of the account, as they happen.
import { chooser, follow, heard, paced } from './live.js';
import { when } from './locale.js';
import { fanInput } from './names.js';
import { count, el, fanLink, table } from './parts.js';

const ROWS = 100;

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
        ['Time', row => when(row.time)],
        ['Type', row => row.type],
        ['Fan', row => row.fan_id ? fanLink(row) : null],
        ['Points', row => count(row.point_count), true],
        ['Command', row => row.command],
        ['Actor', row => el('span', { title: row.actor }, row.actor_label ?? row.actor.slice(0, 16))],
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
