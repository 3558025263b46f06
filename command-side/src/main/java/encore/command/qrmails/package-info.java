/** Has QR codes mailed to the fans that got them. */
@NullMarked
package encore.command.qrmails;

import org.jspecify.annotations.NullMarked;
