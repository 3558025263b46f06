/** Mails of links by which people set their passwords. */
@NullMarked
package encore.command.contacts.personmails;

import org.jspecify.annotations.NullMarked;
