/** Mails of new templates to those whom a portal notifies. */
@NullMarked
package encore.command.contacts.portalmails;

import org.jspecify.annotations.NullMarked;
