/** Calls the HTTP API of a running server. */
@NullMarked
package encore.infra.cli.client;

import org.jspecify.annotations.NullMarked;
