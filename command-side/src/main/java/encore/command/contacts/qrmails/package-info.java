/** Has QR codes mailed to the fans that got them. */
@NullMarked
package encore.command.contacts.qrmails;

import org.jspecify.annotations.NullMarked;
