// The automations: their positions, whether they are paused, and the failures that hold up one of their keys.
import { get, post } from './calls.js';
import { when } from './locale.js';
import { act, count, el, redraw, repeatedly, say, table } from './parts.js';
import { may } from './session.js';

export async function automations(main, signal) {
  const rows = el('div');
  let shown = '';
  main.append(
    el('h1', {}, 'Automations'),
    el('p', { class: 'note' }, 'Automations react to events by sending commands. A failure holds up only the records of its own key until it is tried again. Only the operator can pause an automation.'),
    rows);
  const order = (name, what, body) => async () => {
    try {
      await post(`/api/v1/manage/automations/${name}/${what}`, body);
      await look();
    } catch (trouble) {
      say(trouble.message, true);
    }
  };
  const retry = (about, handler) => act('Retry', about, about, handler);
  async function look() {
    const all = await get('/api/v1/manage/automations', {}, signal);
    const now = JSON.stringify(all);
    if (now === shown) return;
    shown = now;
    redraw(rows,
      table('Automations', [
        ['Automation', row => row.name],
        ['Position', row => count(row.position), true],
        ['Behind', row => count(row.lag), true],
        ['Back-fill', row => row.backfill_position === null ? '' : count(row.backfill_position), true],
        ['Outbox', row => count(row.outbox), true],
        ['Delivered', row => count(row.delivered), true],
        ['Refused', row => count(row.refused), true],
        ['Dead letters', row => el('span', { class: row.dead_letters ? 'bad' : '' }, count(row.dead_letters)), true],
        ['Timers', row => count(row.timers.waiting), true],
        ['Next timer', row => row.timers.next_at === null ? '' : when(row.timers.next_at)],
        ['Runs in', row => row.owner],
        ['', row => row.paused ? 'paused' : ''],
      ], all),
      ...all.filter(row => row.letters.length).map(row => table(`Dead letters of ${row.name}`, [
        ['Position', one => count(one.position), true],
        ['Command', one => one.ordinal || (one.timer ? 'the timer itself' : 'the event itself'), true],
        ['Timer', one => one.timer ?? ''],
        ['Cause', one => one.cause],
        ['Attempts', one => count(one.attempts), true],
        ...may('system:write') ? [['', one => retry(`${row.name} at ${one.position}/${one.ordinal}${one.timer ? ` ${one.timer}` : ''}`,
          order(row.name, 'retry', { position: one.position, ordinal: one.ordinal, timer: one.timer ?? '' }))]] : [],
      ], row.letters)),
      ...all.filter(row => row.refusals.length).map(row => table(`Refusals of ${row.name}`, [
        ['Position', one => count(one.position), true],
        ['Command', one => one.command],
        ['Timer', one => one.timer ?? ''],
        ['Reason', one => one.reason],
        ['When', one => when(one.at)],
      ], row.refusals)));
  }
  repeatedly(signal, look);
}
