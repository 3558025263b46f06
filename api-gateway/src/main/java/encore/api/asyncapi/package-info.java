/** Describes the live streams as AsyncAPI, with the addresses in force. */
@NullMarked
package encore.api.asyncapi;

import org.jspecify.annotations.NullMarked;
