package encore.kernel.likings;

import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolType;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An idol of a fan (spec 2, 2).
 *
 * @param creationTimestamp the time at which the idol became the fan's
 * @param lastUpdateTimestamp the time of the last change of the liking
 */
public record FanIdol(
        long accountId,
        String idolUid,
        String idolName,
        IdolType idolType,
        @Nullable String description,
        boolean isExplicit,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        @WireTime(WireTime.Form.SECONDS) Instant lastUpdateTimestamp,
        List<String> idolLabels) {

    public FanIdol {
        idolLabels = List.copyOf(idolLabels);
    }

    public static FanIdol of(long account, Liking liking, Idol idol) {
        return new FanIdol(
                account,
                idol.idolUid(),
                idol.idolName(),
                idol.idolType(),
                idol.description(),
                liking.isExplicit(),
                liking.begunAt(),
                liking.changedAt(),
                idol.idolLabels());
    }
}
