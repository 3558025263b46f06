// The dead letters of projections.
import { get, post } from './calls.js';
import { button, count, el, repeatedly, say, table } from './parts.js';
import { may } from './session.js';

export async function letters(main, signal) {
  const rows = el('div');
  main.append(
    el('h1', {}, 'Dead letters'),
    el('p', { class: 'note' }, 'Events that a projection could not apply, and later events of the same stream that wait for them.'),
    rows);
  const settle = (row, what) => async () => {
    if (what === 'discard' && !window.confirm(`Discard the event at position ${row.position}?`)) return;
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
        ...may('system:write') ? [['', row => el('span', {},
          button('Retry', settle(row, 'retry'), { class: 'outline' }),
          button('Discard', settle(row, 'discard'), { class: 'outline secondary' }))]] : [],
      ], found));
  }
  repeatedly(signal, look, 5000);
}
