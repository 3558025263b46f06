/** The control room of a show: how it stands, and the frames that tell its changes. */
@NullMarked
package encore.kernel.shows.control;

import org.jspecify.annotations.NullMarked;
