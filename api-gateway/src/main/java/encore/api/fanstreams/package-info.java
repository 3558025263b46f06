/** Endpoints of streams: what pages show and fans send, and what staff keeps. */
@NullMarked
package encore.api.fanstreams;

import org.jspecify.annotations.NullMarked;
