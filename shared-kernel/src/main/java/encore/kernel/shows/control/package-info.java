/** The control room of a show: how it stands, and the frames of its changes. */
@NullMarked
package encore.kernel.shows.control;

import org.jspecify.annotations.NullMarked;
