package encore.api.updates;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idols.Idol;
import encore.kernel.performances.Performance;
import encore.kernel.updates.UpdatedRecords;
import encore.kernel.updates.Updates;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changed records by kind. Kinds that were not asked for are left out. */
record ChangedRecords(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<OfPerformance> performances,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<OfIdol> idols,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<OfIdolEvent> idolEvents) {

    /** A changed or deleted performance. */
    sealed interface OfPerformance {}

    /** A performance as {@code GET /ent/performances/{performance_uid}} answers it. */
    record ChangedPerformance(@JsonUnwrapped Performance performance) implements OfPerformance {}

    record DeletedPerformance(String performanceUid, boolean isDeleted) implements OfPerformance {}

    /** A changed or deleted idol. */
    sealed interface OfIdol {}

    /** An idol as {@code GET /idols/{idol_uid}} answers it. */
    record ChangedIdol(@JsonUnwrapped Idol idol) implements OfIdol {}

    record DeletedIdol(String idolUid, boolean isDeleted) implements OfIdol {}

    /** A changed or deleted idol event. */
    sealed interface OfIdolEvent {}

    /** An idol event as {@code GET /idols/events} answers it. */
    record ChangedIdolEvent(@JsonUnwrapped IdolEvent idolEvent) implements OfIdolEvent {}

    record DeletedIdolEvent(String idolEventUid, boolean isDeleted) implements OfIdolEvent {}

    static ChangedRecords of(Updates updates) {
        return new ChangedRecords(
                all(updates.performances(), ChangedPerformance::new, uid -> new DeletedPerformance(uid, true)),
                all(updates.idols(), ChangedIdol::new, uid -> new DeletedIdol(uid, true)),
                all(updates.idolEvents(), ChangedIdolEvent::new, uid -> new DeletedIdolEvent(uid, true)));
    }

    private static <T, E> @Nullable List<E> all(
            @Nullable UpdatedRecords<T> updatedRecords, Function<T, E> changed, Function<String, E> deleted) {
        return updatedRecords == null
                ? null
                : Stream.concat(
                                updatedRecords.now().stream().map(changed),
                                updatedRecords.removed().stream().map(deleted))
                        .toList();
    }
}
