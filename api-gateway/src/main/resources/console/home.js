// The start page: where to go, as far as the rights reach.
import { groups, icon } from './navigation.js';
import { el } from './parts.js';
import { isPerson, user } from './session.js';
import { HOME } from './texts.js';

export async function home(main) {
  const me = user();
  main.append(
    el('h1', { class: 'long' }, isPerson() && me.name ? HOME.welcome(me.name) : HOME.welcomeAll),
    el('p', { class: 'lead long' }, me.account_name ?? ''),
    el('ul', { class: 'doors' }, groups().filter(group => group.name !== 'home').map(group =>
      el('li', {}, el('article', {}, icon(group.drawing),
        el('h2', {}, group.title),
        el('p', { class: 'note' }, group.about),
        el('ul', {}, group.pages.map(page => el('li', {}, door(page)))))))));
}

function door({ path, title }) {
  const link = el('a', {}, title);
  link.href = path.startsWith('/') ? path : `#${path}`;
  return link;
}
