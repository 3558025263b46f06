/** Reads registrations: by their days, their emails and their fans. */
@NullMarked
package encore.query.registrations;

import org.jspecify.annotations.NullMarked;
