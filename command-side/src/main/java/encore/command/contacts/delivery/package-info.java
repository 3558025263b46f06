/** Sends messages with codes: by mail, by an SMS webhook, or to the demo's mailbox. */
@NullMarked
package encore.command.contacts.delivery;

import org.jspecify.annotations.NullMarked;
