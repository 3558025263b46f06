/** Registrations for events, and scans at doors, over HTTP. */
@NullMarked
package encore.api.registrations;

import org.jspecify.annotations.NullMarked;
