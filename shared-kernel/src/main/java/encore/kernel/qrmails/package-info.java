/** Mails of QR codes: the requests, and the outcomes of their delivery. */
@NullMarked
package encore.kernel.qrmails;

import org.jspecify.annotations.NullMarked;
