// Why a fan has a quest or a reward, or what is missing: on the fan's page, and on the path that makes quests and rewards.
import { reasonOf, ruleSentence } from './conditions.js';
import { when } from './locale.js';
import { cards, count, el, told } from './parts.js';
import { may } from './session.js';
import { EXPLANATION } from './texts.js';
import { nameReferences } from './values.js';

const { givenBy, parts } = EXPLANATION;

export function explained(one, signal) {
  const { gift, rule, causes, conditions } = one;
  const place = el('div', { class: 'explained' },
    el('p', { class: 'fan-verdict' }, one.is_given ? el('strong', { class: 'good' }, EXPLANATION.has)
      : one.status === 'met_not_yet_given' ? el('strong', {}, EXPLANATION.soon)
        : el('strong', { class: 'bad' }, EXPLANATION.hasNot)),
    gift === null ? '' : told([
      [EXPLANATION.by, givenBy[gift.given_by] ?? gift.given_by],
      [EXPLANATION.when, when(gift.time)],
      [EXPLANATION.deedAt, when(gift.deed_timestamp)],
      [EXPLANATION.which, gift.number === null ? null : EXPLANATION.number(count(gift.number))],
      [EXPLANATION.actor, gift.actor],
      [EXPLANATION.position, count(gift.position)],
    ]),
    conditions.length === 0 ? '' : el('ul', { class: 'fan-conditions' }, conditions.map(each => el('li', { class: each.is_met ? 'good' : 'bad' },
      el('span', {}, `${each.is_met ? '✓' : '✗'} ${parts[each.part] ?? each.part}: `), reasonOf(each, rule),
      each.time === null ? null : el('small', { class: 'about' }, EXPLANATION.since, when(each.time), each.effective_at_iso ? [EXPLANATION.ofIts, when(each.effective_at_iso)] : '')))),
    causes.length === 0 ? '' : [el('h3', {}, EXPLANATION.causes), cards(EXPLANATION.causes, [
      [EXPLANATION.part, row => parts[row.part] ?? row.part],
      [EXPLANATION.event, row => row.type],
      [EXPLANATION.time, row => when(row.time)],
      ...causes.some(row => row.effective_at_iso) ? [[EXPLANATION.countsAt, row => row.effective_at_iso ? when(row.effective_at_iso) : null]] : [],
      [EXPLANATION.position, row => count(row.position), true],
      ...may('audit:read') ? [[EXPLANATION.actor, row => el('bdi', { class: 'long' }, row.actor)]] : [],
    ], causes)],
    rule === null ? '' : [el('h3', {}, one.is_given ? EXPLANATION.ruleThen : EXPLANATION.rule), ruleSentence(rule), told([
      [EXPLANATION.ruleSince, when(rule.time)],
      [EXPLANATION.deedsFrom, when(rule.deeds_from)],
      [EXPLANATION.deedsUntil, when(rule.deeds_until)],
      [EXPLANATION.expires, when(rule.expiration_timestamp)],
    ])]);
  nameReferences(place, signal).catch(() => {});
  return place;
}
