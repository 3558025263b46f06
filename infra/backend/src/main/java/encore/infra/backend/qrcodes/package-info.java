/** QR codes as images. Mails of the command side carry them, and the gateway can serve them. */
@NullMarked
package encore.infra.backend.qrcodes;

import org.jspecify.annotations.NullMarked;
