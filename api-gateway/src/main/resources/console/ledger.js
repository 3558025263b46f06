// A fan's points: today's balances or those of any earlier record, the line of the balance, and the records.
import { get, lines, pointTypes } from './calls.js';
import { chart, count, deed, focused, none, number, text, when } from './fanparts.js';
import { award } from './fanwrites.js';
import { button, choice, el, table, unlessLeft } from './parts.js';
import { verified } from './proof.js';
import { may } from './session.js';
import { LEDGER as TEXT, WORDS } from './texts.js';

// Records that are read at once, and rows of the table.
const PAGE = 1000;
const ROWS = 200;

export async function ledger(of) {
  const types = await pointTypes();
  const balances = await get(`/api/v1/manage/fans/${of.id}/balances`, {}, of.signal);
  const page = may('audit:read') ? logged : listed;
  const newest = await page(of, balances);
  if (newest.rows.length === 0) return none(TEXT.none);
  const names = new Map(types.map(type => [type.point_uid, type.point_name]));
  // The records of each kind, oldest first. Kinds without a record among the newest are read when they are looked at.
  const ledgers = new Map([...newest.rows, ...newest.isWhole ? [] : balances].map(({ point_uid: uid }) =>
    [uid, { rows: newest.rows.filter(row => row.point_uid === uid), isWhole: newest.isWhole }]));
  const used = [...ledgers.keys()];
  const first = ledgers.has(of.points) ? of.points : used[0];
  const shown = el('div');
  const show = async (uid, at = null) => {
    of.points = uid;
    const one = ledgers.get(uid);
    if (one.rows.length === 0) await older(uid);
    if (of.signal.aborted || of.points !== uid) return;
    const back = at === null ? null : focused();
    shown.replaceChildren(...history(of, { uid, name: names.get(uid) ?? uid, rows: one.rows, todays: balances, at: at ?? one.rows.length,
      older: one.isWhole ? null : moment => older(uid).then(added => show(uid, moment + added)).catch(unlessLeft(of.signal)) }));
    back?.();
  };

  async function older(uid) {
    const one = ledgers.get(uid);
    const { rows, isWhole } = await page(of, balances, uid, one.rows);
    ledgers.set(uid, Object.assign(one, { rows: [...rows, ...one.rows], isWhole }));
    return rows.length;
  }

  await show(first);
  return [
    used.length === 1 ? null
      : el('div', { class: 'filters' }, choice(TEXT.points, used.map(uid => [uid, names.get(uid) ?? uid]), first,
        uid => show(uid).catch(unlessLeft(of.signal)))),
    shown,
  ].filter(Boolean);
}

// The ledger as the log has it, with positions, which can be proved: the newest records, or those before the ones that are known.
async function logged({ id, signal }, balances, uid, known = []) {
  const rows = [];
  const asked = { order: 'desc', limit: PAGE, point_uid: uid, after: known[0]?.position };
  for await (const row of lines(`/api/v1/manage/audit/fans/${id}/points`, asked, signal)) {
    rows.push({ ...row, as_of: `position:${row.position}` });
  }
  return { rows: rows.reverse(), isWhole: rows.length < PAGE };
}

// The ledger without positions, for those who do not read the log. Its balances are counted back from today's.
async function listed({ id, signal }, balances, uid, known = []) {
  const found = await get('/api/v1/ent/fan_points',
    { fan_id: id, start_date: '1970-01-01', end_date: '2999-12-31', order: 'desc', limit: PAGE, point_uid: uid, as_of: known[0]?.as_of }, signal);
  const left = new Map(balances.map(one => [one.point_uid, one.balance]));
  if (known.length > 0) left.set(uid, known[0].balance - known[0].point_count);
  const have = new Set(known.map(row => row.fan_point_uid));
  const rows = found.filter(row => row.point_count !== 0 && !have.has(row.fan_point_uid)).map(row => {
    const balance = left.get(row.point_uid) ?? 0;
    left.set(row.point_uid, balance - row.point_count);
    return { ...row, balance, time: row.creation_timestamp, as_of: new Date(1000 * (row.creation_timestamp + 1)).toISOString() };
  });
  return { rows: rows.reverse(), isWhole: found.length < PAGE };
}

function history(of, { uid, name, rows, todays: balances, at: begun, older }) {
  const { id, signal } = of;
  let todays = balances;
  const cards = el('div', { class: 'cards', 'aria-live': 'polite' });
  const drawing = el('div');
  const records = el('div');
  const label = el('output', { class: 'note', for: 'as_of' });
  // The last place is today: ranks and tiers also change without a record of this fan.
  const today = rows.length;
  const now = Math.floor(Date.now() / 1000);
  const slider = el('input', { id: 'as_of', type: 'range', min: 0, max: today, value: begun,
    'aria-label': TEXT.asOfRecord, oninput: () => then(Number(slider.value)).catch(unlessLeft(signal)) });
  const back = deed(TEXT.backToToday, 'today', () => {
    slider.value = today;
    then(today).catch(unlessLeft(signal));
    slider.focus();
  });
  let asking = 0;
  async function then(at) {
    const row = rows[at];
    const turn = ++asking;
    label.replaceChildren(...row === undefined ? [TEXT.asOfToday]
      : [TEXT.asOfEarlier, when(row.time), row.position === undefined ? '' : TEXT.atPosition(count(row.position))]);
    slider.setAttribute('aria-valuetext', label.textContent);
    back.hidden = row === undefined;
    cards.classList.toggle('fan-then', row !== undefined);
    drawing.replaceChildren(chart({
      title: TEXT.balanceOf(name),
      // The balance of the latest record is still today's.
      series: [{ label: name, points: [...rows.map(one => [one.time, one.balance]), [Math.max(now, rows.at(-1).time), rows.at(-1).balance]] }],
      kind: 'steps',
      at: row?.time ?? null,
      isTableHidden: true,
    }));
    records.replaceChildren(listing(of, rows, at));
    if (row === undefined && todays !== null) {
      standing(todays);
      todays = null;
      return;
    }
    await new Promise(soon => setTimeout(soon, 60));
    if (turn !== asking || signal.aborted) return;
    const stood = await get(`/api/v1/manage/fans/${id}/balances`, row === undefined ? {} : { as_of: row.as_of }, signal);
    if (turn === asking) standing(stood);
  }
  function standing(balances) {
    cards.replaceChildren(...balances.map(one => el('article', { 'aria-current': one.point_uid === uid ? 'true' : null },
      text(one.point_name), el('b', {}, count(one.balance)),
      el('small', {}, [one.rank ? TEXT.rank(count(one.rank)) : null, one.tier_name].filter(Boolean).join(', ') || TEXT.noRank))));
  }
  then(begun).catch(unlessLeft(signal));
  return [el('div', { class: 'fan-moment' }, label, back), cards, drawing, slider, records,
    older === null ? '' : el('div', { class: 'pager' }, el('span', { class: 'note' }, TEXT.newest(number(rows.length))),
      deed(WORDS.showOlder, 'older', () => older(Number(slider.value))))];
}

function listing(of, rows, at) {
  const from = Math.max(0, Math.min(at + 10, rows.length - 1) - ROWS + 1);
  const near = rows.slice(from, from + ROWS).reverse();
  const isLater = row => rows[at] !== undefined && rows.indexOf(row) > at;
  const audited = may('audit:read');
  return table(TEXT.recordsOfLedger, [
    ...audited ? [[TEXT.position, row => count(row.position), true]] : [],
    [TEXT.time, row => when(row.time)],
    ...near.some(row => row.effective_at_iso) ? [[TEXT.countsAt, row => row.effective_at_iso ? when(row.effective_at_iso) : null]] : [],
    [TEXT.points, row => count(row.point_count), true],
    [TEXT.balance, row => count(row.balance), true],
    [TEXT.source, row => row.point_source],
    ...audited ? [[TEXT.awardKey, row => text(row.award_key)], [TEXT.by, row => text(row.actor_label ?? row.actor)]] : [],
    ['', row => [
      of.person && may('points:write') ? deed(TEXT.correct, `correct ${row.fan_point_uid}`, () => award(of, true, row),
        { 'aria-label': TEXT.correctOf(count(row.point_count)) }) : null,
      audited ? button(TEXT.proof, () => prove(row, of.signal), { class: 'outline', 'aria-label': TEXT.proofOfPosition(row.position) }) : null,
    ].filter(Boolean)],
  ], near, row => ({ class: isLater(row) ? 'later' : null }));
}

async function prove(row, signal) {
  const body = el('div', { 'aria-busy': 'true' });
  const dialog = el('dialog', { 'aria-labelledby': 'proof_title', onclose: () => dialog.remove() },
    el('article', {},
      el('header', {},
        button('', () => dialog.close(), { 'aria-label': WORDS.close, rel: 'prev' }),
        el('strong', { id: 'proof_title' }, TEXT.proofOfPosition(row.position))),
      body));
  document.body.append(dialog);
  dialog.showModal();
  try {
    const { proof } = await get('/api/v1/manage/audit/proof', { position: row.position }, signal);
    const steps = await verified(proof);
    body.replaceChildren(
      el('ul', {}, steps.map(([sentence, good]) =>
        el('li', { class: good === null ? 'note' : good ? 'good' : 'bad' }, `${good === null ? '–' : good ? '✓' : '✗'} ${sentence}`))),
      el('dl', {}, [
        [TEXT.type, proof.event.type],
        [TEXT.stream, proof.event.stream],
        [TEXT.headBefore, proof.previous_head],
        [TEXT.leaf, proof.leaf],
        [TEXT.leavesAfter, proof.leaves.length],
        [TEXT.headAt(proof.head.position), proof.head.hash],
        [TEXT.signature, proof.head.signature],
        [TEXT.publicKey, proof.head.public_key],
      ].flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, String(value))])));
  } catch (trouble) {
    body.replaceChildren(el('p', { class: 'bad' }, trouble.message));
  }
  body.removeAttribute('aria-busy');
}
