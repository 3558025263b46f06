// The chat of a show for moderators: messages with the newest at the bottom, reported ones in a lane of their own, and who is out.
import { get, post, remove } from './calls.js';
import { chooser, follow } from './live.js';
import { clock as shownClock, when } from './locale.js';
import { isShown, plain } from './onair.js';
import { button, choice, count, el, fanLink, redraw, say, unlessLeft } from './parts.js';
import { may } from './session.js';
import { SHOW_RUN as TEXT } from './texts.js';

const KEPT = 200;
const LISTED = 50;

// Returns `look`, which asks for what no frame tells: reports, removed messages and bans.
export function chat(place, signal, id, membersChanged) {
  const path = `/api/v1/manage/live/${id}`;
  const canModerate = may('moderation:write');
  const everybody = `global_chat:room:${id}`;
  const choose = chooser(signal);
  const head = el('header', {}, el('h2', {}, TEXT.chat));
  const reported = el('div', { class: 'reported', role: 'region', 'aria-label': TEXT.reported });
  const lane = el('ol', { class: 'lane', tabindex: '0', 'aria-label': TEXT.chat });
  const newest = button(TEXT.newest, () => toEnd(), { class: 'newest', hidden: true });
  const out = el('details', { class: 'out', ontoggle: () => { if (out.open) look().catch(unlessLeft(signal)); } }, el('summary', {}, TEXT.out), el('div'));
  const gone = el('details', { class: 'gone', ontoggle: () => { if (gone.open) look().catch(unlessLeft(signal)); } }, el('summary', {}, TEXT.removed), el('div'));
  const messages = new Map();
  const rows = new Map();
  let bans = new Map();
  let isDue = false;
  place.append(head, reported, el('div', { class: 'lane-place' }, lane, newest), ...may('moderation:read') ? [out, gone] : [el('p', { class: 'note' }, TEXT.noChat)]);
  lane.addEventListener('scroll', () => { if (isAtEnd()) newest.hidden = true; }, { passive: true });
  rooms().catch(unlessLeft(signal));
  listen(everybody);
  return { look };

  async function rooms() {
    const all = await get(`/api/v1/manage/apps/${id}/rooms`, {}, signal);
    const others = all.filter(room => room.room_type !== 'global_chat' && room.room_type !== 'control');
    if (others.length > 0) {
      head.append(choice(TEXT.room, [[everybody, TEXT.everybody], ...others.map(room => [`${room.room_type}:${room.room_key}:${id}`, room.room_title ?? room.room_key])], everybody, listen));
    }
  }

  function listen(room) {
    messages.clear();
    rows.clear();
    drawLane();
    follow(choose(), { stream: `live.${room}`, after: 0 }, ({ event, data }) => {
      if (event === 'snapshot') {
        messages.clear();
        rows.clear();
        data.messages.forEach(one => messages.set(one.chat_message_uid, one));
        later();
      } else if (event === 'chat_message') {
        messages.set(data.chat_message_uid, data);
        later();
      } else if (event === 'remove_chat_message' || event === 'unflag_chat_message') {
        const known = messages.get(data.chat_message_uid);
        if (known) known.isRemoved = event === 'remove_chat_message';
        rows.delete(data.chat_message_uid);
        later();
      } else if (event === 'members') membersChanged();
    });
  }

  // Many messages of one moment are drawn at once.
  function later() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      if (!signal.aborted) drawLane();
    });
  }

  function isAtEnd() {
    return lane.scrollHeight - lane.scrollTop - lane.clientHeight < 40;
  }

  function toEnd() {
    lane.scrollTop = lane.scrollHeight;
    newest.hidden = true;
  }

  function drawLane() {
    const follows = isAtEnd();
    for (const uid of messages.keys()) {
      if (messages.size <= KEPT) break;
      messages.delete(uid);
      rows.delete(uid);
    }
    const held = lane.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    lane.replaceChildren(...messages.size === 0 ? [el('li', { class: 'note' }, TEXT.quiet)] : [...messages.values()].map(one => {
      if (!rows.has(one.chat_message_uid)) rows.set(one.chat_message_uid, line(one));
      return rows.get(one.chat_message_uid);
    }));
    if (held) lane.querySelector(`[data-act="${CSS.escape(held)}"]`)?.focus();
    if (follows) toEnd();
    else newest.hidden = messages.size === 0;
  }

  function nameOf(one) {
    return one.display_name ?? TEXT.fanOf(one.fan_id);
  }

  // In a tab of its own: nobody leaves a running show by a slip.
  function pageOf(one, name) {
    const link = fanLink({ fan_id: one.fan_id, display_name: name });
    link.target = '_blank';
    return link;
  }

  function line(one, isReported = false) {
    const name = nameOf(one);
    const ban = bans.get(String(one.fan_id));
    return el('li', { class: one.isRemoved ? 'is-removed' : null },
      el('p', { class: 'author' }, may('fans:read') ? pageOf(one, name) : el('span', { class: 'long' }, name),
        el('small', {}, [when(one.unix_timestamp, shownClock), one.moderator_status ? ` · ${TEXT.moderator}` : '', isReported ? ` · ${TEXT.reports(one.report_count)}` : '',
          ban ? ` · ${ban.is_mute ? TEXT.isMuted : TEXT.isBanned}` : '', one.isRemoved ? ` · ${TEXT.isRemoved}` : ''])),
      el('p', { class: 'said', dir: 'auto' }, plain(one.message)),
      canModerate ? el('span', { class: 'acts' },
        isReported ? act(TEXT.keep, TEXT.keepOf(name), `keep ${one.chat_message_uid}`, () => restore(one), 'outline secondary') : null,
        one.isRemoved ? act(TEXT.restore, TEXT.restoreOf(name), `restore ${one.chat_message_uid}`, () => restore(one), 'outline secondary')
          : act(TEXT.removeMessage, TEXT.removeOf(name), `remove ${one.chat_message_uid}`, () => takeOut(one), 'outline'),
        ban?.is_mute ? act(TEXT.unmute, TEXT.unmuteOf(name), `mute ${one.chat_message_uid}`, () => lift(one), 'outline secondary')
          : ban ? null : act(TEXT.mute, TEXT.muteOf(name), `mute ${one.chat_message_uid}`, () => banned(one, true), 'outline secondary'),
        ban && !ban.is_mute ? act(TEXT.unban, TEXT.unbanOf(name), `ban ${one.chat_message_uid}`, () => lift(one), 'outline secondary')
          : act(TEXT.ban, TEXT.banOf(name), `ban ${one.chat_message_uid}`, () => banned(one, false), 'outline danger')) : null);
  }

  function act(label, about, key, work, kind) {
    return button(label, () => work().then(look).catch(unlessLeft(signal)), { class: kind, 'aria-label': about, 'data-act': key });
  }

  async function takeOut(one) {
    await remove(`${path}/chat_messages/${encodeURIComponent(one.chat_message_uid)}`);
    say(TEXT.was.removed);
  }

  async function restore(one) {
    await post(`${path}/chat_messages/${encodeURIComponent(one.chat_message_uid)}/restore`);
    say(TEXT.was.restored);
  }

  async function banned(one, is_mute) {
    await post(`${path}/bans`, { fan_id: one.fan_id, is_mute });
    say((is_mute ? TEXT.was.muted : TEXT.was.banned)(nameOf(one)));
  }

  async function lift(one) {
    await remove(`${path}/bans/${one.fan_id}`);
    say(TEXT.was.lifted(nameOf(one)));
  }

  async function look() {
    if (!may('moderation:read')) return;
    const [flagged, all, removed] = await Promise.all([
      get(`${path}/chat_messages`, { is_reported: true, is_removed: false, limit: LISTED }, signal),
      get(`${path}/bans`, {}, signal),
      gone.open ? get(`${path}/chat_messages`, { is_removed: true, limit: LISTED }, signal) : null,
    ]);
    if (signal.aborted) return;
    drawBans(all);
    if (!isShown(reported, flagged, all)) redraw(reported, flagged.length === 0 ? '' : [el('h3', {}, `${TEXT.reported} `, el('b', { class: 'many' }, count(flagged.length))),
      el('ol', {}, flagged.map(one => line(one, true)))]);
    reported.hidden = flagged.length === 0;
    if (removed && !isShown(gone, removed, all)) redraw(gone.lastChild, removed.length === 0 ? el('p', { class: 'note' }, TEXT.none) : el('ol', {}, removed.map(one => line({ ...one, isRemoved: true }))));
  }

  function drawBans(all) {
    const before = JSON.stringify([...bans].map(([fan, { is_mute }]) => [fan, is_mute]));
    bans = new Map(all.map(one => [String(one.fan_id), one]));
    if (before !== JSON.stringify([...bans].map(([fan, { is_mute }]) => [fan, is_mute]))) {
      rows.clear();
      drawLane();
    }
    out.firstChild.textContent = `${TEXT.out} (${count(all.length)})`;
    if (!isShown(out, all)) redraw(out.lastChild, all.length === 0 ? el('p', { class: 'note' }, TEXT.nobody) : el('ol', {}, all.slice(-LISTED).reverse().map(one => el('li', {},
      el('p', { class: 'author' }, el('span', { class: 'long' }, nameOf(one)), el('small', {}, one.is_mute ? TEXT.isMuted : TEXT.isBanned)),
      canModerate ? el('span', { class: 'acts' }, act(one.is_mute ? TEXT.unmute : TEXT.unban, (one.is_mute ? TEXT.unmuteOf : TEXT.unbanOf)(nameOf(one)), `lift ${one.fan_id}`, () => lift(one), 'outline secondary')) : null))));
  }
}
