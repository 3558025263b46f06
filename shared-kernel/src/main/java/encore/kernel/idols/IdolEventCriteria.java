package encore.kernel.idols;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Says which idol events are wanted: those that meet all that is not null. Days are those of the clocks there.
 *
 * @param venueName exactly
 * @param words or beginnings of words, of the venue's name or the idol's
 * @param from the first day that one may begin on
 * @param to the last
 */
public record IdolEventCriteria(
        @Nullable String idolUid,
        @Nullable String performanceUid,
        @Nullable String venueName,
        @Nullable String words,
        @Nullable String labelName,
        @Nullable LocalDate from,
        @Nullable LocalDate to,
        @Nullable LocalDate displayDate) {

    public static final IdolEventCriteria ALL = new IdolEventCriteria(null, null, null, null, null, null, null, null);
}
