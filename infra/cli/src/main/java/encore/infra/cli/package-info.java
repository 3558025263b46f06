/** The command-line client: calls the API, and works on the logs of stopped installations. */
@NullMarked
package encore.infra.cli;

import org.jspecify.annotations.NullMarked;
