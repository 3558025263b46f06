/** The control room of shows over HTTP: what staff decides, and what fans enter by. */
@NullMarked
package encore.api.shows.control;

import org.jspecify.annotations.NullMarked;
