// A campaign's leaderboard as fans see it, and the hidden fans.
import { get, post, remove } from './calls.js';
import { when } from './locale.js';
import { act, count, el, fanLink, redraw, repeatedly, say, section, table, unlessLeft } from './parts.js';
import { may } from './session.js';
import { RANKS as TEXT, WORDS } from './texts.js';

const ROWS = 50;
const MOST = 1000;
const NAMES_REFRESH = 30000;

export async function ranks(main, signal, { page_tab_id: id }) {
  const board = `/api/v1/crm/activities/${id}/leaderboard`;
  const hidden = `/api/v1/manage/apps/${id}/hidden_fans`;
  const rows = el('div');
  const names = new Map();
  let learnedAt = -Infinity;
  let shown = '';
  main.append(rows);
  const order = async (what, done) => {
    try {
      await what();
      await look();
      say(done);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  };

  async function look() {
    const [ranked, left] = await Promise.all([
      get(board, { limit: ROWS }, signal),
      may('moderation:read') ? get(hidden, {}, signal) : [],
    ]);
    const isOld = performance.now() - learnedAt > NAMES_REFRESH;
    if (left.some(one => isOld || !names.has(one.fan_id))) await learn(left);
    const now = JSON.stringify([ranked, left, left.map(one => names.get(one.fan_id))]);
    if (now === shown) return;
    shown = now;
    redraw(rows, leaderboard(ranked), ...leftOut(left));
  }

  // Who has a place has a name in it; who has none is asked for. Names change, and fans are erased.
  async function learn(left) {
    const places = await get(board, { show_hidden: true, limit: MOST }, signal);
    learnedAt = performance.now();
    names.clear();
    places.forEach(row => names.set(row.fan_id, row.display_name));
    const missing = left.filter(one => !names.has(one.fan_id)).slice(0, ROWS);
    await Promise.all(missing.map(async ({ fan_id }) => {
      const fan = await get(`/api/v1/crm/fans/${fan_id}`, {}, signal).catch(() => null);
      names.set(fan_id, fan?.display_name ?? null);
    }));
  }

  function leaderboard(ranked) {
    if (ranked.length === 0) return el('p', { class: 'note' }, TEXT.none);
    const has = field => ranked.some(row => row[field] !== null);
    return table(TEXT.leaderboard, [
      [TEXT.rank, row => count(row.rank), true],
      [TEXT.fan, row => fanLink(row)],
      has('points') && [TEXT.points, row => count(row.points), true],
      has('correct_count') && [TEXT.rightAnswers, row => count(row.correct_count), true],
      has('activity_duration_ms') && [TEXT.seconds, row => seconds(row.activity_duration_ms), true],
      has('balance') && [TEXT.balance, row => count(row.balance), true],
      [TEXT.when, row => when(row.activity_timestamp)],
      may('moderation:write') && ['', row => act(TEXT.hide, called(row), row.fan_id,
        () => order(() => post(hidden, { fan_id: row.fan_id }), TEXT.isHidden(called(row)))), true],
    ].filter(Boolean), ranked, undefined, { live: true });
  }

  function leftOut(left) {
    if (left.length === 0) return [];
    return [
      el('h3', {}, TEXT.hiddenFans),
      table(TEXT.hiddenFans, [
        [TEXT.fan, row => fanLink(row)],
        may('moderation:write') && ['', row => act(WORDS.show, called(row), row.fan_id,
          () => order(() => remove(`${hidden}/${row.fan_id}`), TEXT.isShown(called(row)))), true],
      ].filter(Boolean), left.map(one => ({ ...one, display_name: names.get(one.fan_id) }))),
    ];
  }

  await section(rows, signal, async () => {
    try {
      await look();
    } catch (trouble) {
      if (!trouble.type?.endsWith('/no-leaderboard')) throw trouble;
      return [el('p', { class: 'note' }, TEXT.noLeaderboard)];
    }
    repeatedly(signal, look, 5000);
    return null;
  });
}

function called(row) {
  return row.display_name ?? WORDS.fan(row.fan_id);
}

function seconds(millis) {
  return millis === null ? null : (millis / 1000).toFixed(1);
}
