package encore.kernel.idolevents;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The criteria of a search for idol events. An event must meet all that are not null. Days are local days.
 *
 * @param venueName the exact name of the venue
 * @param words words, or beginnings of words, of the name of the venue or the idol
 * @param from the first day on which an event may begin
 * @param to the last day on which an event may begin
 */
@RecordBuilder
public record IdolEventCriteria(
        @Nullable String idolUid,
        @Nullable String performanceUid,
        @Nullable String venueName,
        @Nullable String words,
        @Nullable String labelName,
        @Nullable LocalDate from,
        @Nullable LocalDate to,
        @Nullable LocalDate displayDate) {

    public static final IdolEventCriteria ALL =
            IdolEventCriteriaBuilder.builder().build();
}
