/** Describes the live streams as AsyncAPI, with the addresses of this server. */
@NullMarked
package encore.api.asyncapi;

import org.jspecify.annotations.NullMarked;
