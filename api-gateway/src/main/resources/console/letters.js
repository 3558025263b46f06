// The dead letters of projections.
import { get, post } from './calls.js';
import { act, confirmed, count, el, redraw, repeatedly, say, table } from './parts.js';
import { may } from './session.js';
import { LETTERS } from './texts.js';

export async function letters(main, signal) {
  const rows = el('div');
  main.append(el('h1', {}, LETTERS.title), el('p', { class: 'note' }, LETTERS.about), rows);

  const settle = (row, what) => async () => {
    if (what === 'discard' && !await confirmed(LETTERS.discardQuestion(row.position), LETTERS.discardAbout, LETTERS.discard)) return;
    try {
      await post(`/api/v1/manage/dead_letters/${what}`, { projection: row.projection, position: row.position });
      await look();
    } catch (trouble) {
      say(trouble.message, true);
    }
  };

  async function look() {
    const found = await get('/api/v1/manage/dead_letters', {}, signal);
    redraw(rows, found.length === 0
      ? el('p', { class: 'good' }, LETTERS.none)
      : table(LETTERS.title, [
        [LETTERS.projection, row => row.projection],
        [LETTERS.position, row => count(row.position), true],
        [LETTERS.stream, row => el('span', { class: 'long' }, row.stream)],
        [LETTERS.cause, row => row.cause],
        [LETTERS.attempts, row => count(row.attempts), true],
        ...may('system:write') ? [['', row => el('span', {}, deed(LETTERS.retry, row, settle(row, 'retry')), deed(LETTERS.discard, row, settle(row, 'discard')))]] : [],
      ], found));
  }

  repeatedly(signal, look, 5000);
}

function deed(label, row, handler) {
  const at = LETTERS.at(row.projection, row.position);
  return act(label, at, at, handler);
}
