/** The fan-out of live shows: frames of rooms are encoded once, kept for those who come back, and written by all clients. */
@NullMarked
package encore.api.shows.fanout;

import org.jspecify.annotations.NullMarked;
