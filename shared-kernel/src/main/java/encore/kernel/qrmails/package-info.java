/** Mails of QR codes: who is mailed one, and how its delivery ended. */
@NullMarked
package encore.kernel.qrmails;

import org.jspecify.annotations.NullMarked;
