/** Converts events between records and the log: names, revisions, JSON, and personal data under the subject's key. */
@NullMarked
package encore.infra.eventstore.codec;

import org.jspecify.annotations.NullMarked;
