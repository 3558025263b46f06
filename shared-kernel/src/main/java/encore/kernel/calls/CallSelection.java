package encore.kernel.calls;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A choice among the last calls of an account. Null selects all.
 *
 * @param limit the most calls that are answered
 * @param isFailed true for the calls that were answered with a status from 400 on, false for the others
 * @param route a part of the path template
 * @param actor the key pair or the person, as the journal of operations names them
 */
@RecordBuilder
public record CallSelection(
        long account,
        int limit,
        @Nullable Integer status,
        @Nullable Boolean isFailed,
        @Nullable String route,
        @Nullable String actor,
        @Nullable String requestId) {}
