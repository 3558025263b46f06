/** Small tools for pages: QR codes, and the place of an IP address. */
@NullMarked
package encore.api.utilities;

import org.jspecify.annotations.NullMarked;
