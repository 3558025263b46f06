/** Answers queries about registrations: by day, by email and by fan. */
@NullMarked
package encore.query.registrations;

import org.jspecify.annotations.NullMarked;
