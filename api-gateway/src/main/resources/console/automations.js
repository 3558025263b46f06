// The automations: their positions, whether they are paused, and the failures that hold up one of their keys.
import { get, post } from './calls.js';
import { when } from './locale.js';
import { act, count, el, redraw, repeatedly, say, table } from './parts.js';
import { may } from './session.js';
import { AUTOMATIONS as TEXT } from './texts.js';

export async function automations(main, signal) {
  const rows = el('div');
  let shown = '';
  main.append(
    el('h1', {}, TEXT.automations),
    el('p', { class: 'note' }, TEXT.about),
    rows);
  const order = (name, what, body) => async () => {
    try {
      await post(`/api/v1/manage/automations/${name}/${what}`, body);
      await look();
    } catch (trouble) {
      say(trouble.message, true);
    }
  };
  const retry = (about, handler) => act(TEXT.retry, about, about, handler);
  async function look() {
    const all = await get('/api/v1/manage/automations', {}, signal);
    const now = JSON.stringify(all);
    if (now === shown) return;
    shown = now;
    redraw(rows,
      table(TEXT.automations, [
        [TEXT.automation, row => row.name],
        [TEXT.position, row => count(row.position), true],
        [TEXT.behind, row => count(row.lag), true],
        [TEXT.backFill, row => row.backfill_position === null ? '' : count(row.backfill_position), true],
        [TEXT.outbox, row => count(row.outbox), true],
        [TEXT.delivered, row => count(row.delivered), true],
        [TEXT.refused, row => count(row.refused), true],
        [TEXT.deadLetters, row => el('span', { class: row.dead_letters ? 'bad' : '' }, count(row.dead_letters)), true],
        [TEXT.timers, row => count(row.timers.waiting), true],
        [TEXT.nextTimer, row => row.timers.next_at === null ? '' : when(row.timers.next_at)],
        [TEXT.runsIn, row => row.owner],
        ['', row => row.paused ? TEXT.paused : ''],
      ], all),
      ...all.filter(row => row.letters.length).map(row => table(TEXT.deadLettersOf(row.name), [
        [TEXT.position, one => count(one.position), true],
        [TEXT.command, one => one.ordinal || (one.timer ? TEXT.theTimerItself : TEXT.theEventItself), true],
        [TEXT.timer, one => one.timer ?? ''],
        [TEXT.cause, one => one.cause],
        [TEXT.attempts, one => count(one.attempts), true],
        ...may('system:write') ? [['', one => retry(TEXT.retryOf(row.name, one.position, one.ordinal, one.timer ? ` ${one.timer}` : ''),
          order(row.name, 'retry', { position: one.position, ordinal: one.ordinal, timer: one.timer ?? '' }))]] : [],
      ], row.letters)),
      ...all.filter(row => row.refusals.length).map(row => table(TEXT.refusalsOf(row.name), [
        [TEXT.position, one => count(one.position), true],
        [TEXT.command, one => one.command],
        [TEXT.timer, one => one.timer ?? ''],
        [TEXT.reason, one => one.reason],
        [TEXT.when, one => when(one.at)],
      ], row.refusals)));
  }
  repeatedly(signal, look);
}
