package encore.command.lookups;

import encore.infra.eventstore.Streams;
import encore.kernel.idols.IdolId;
import encore.kernel.media.MediaId;
import encore.kernel.performances.PerformanceId;
import org.jspecify.annotations.Nullable;

/** The things of an account that quests and rewards may name. One that is null is not named. */
public record NamedThings(
        @Nullable String performanceUid,
        @Nullable String idolUid,
        @Nullable String mediaUid,
        @Nullable String pointTierUid) {

    /** Throws a Refusal (400) that names the parameter of one that does not exist. */
    public void mustExist(long account, Streams streams) {
        if (performanceUid != null) {
            streams.mustBeOpen(new PerformanceId(account, performanceUid), "performance_uid");
        }
        if (idolUid != null) {
            streams.mustBeOpen(new IdolId(account, idolUid), "idol_uid");
        }
        if (mediaUid != null) {
            streams.mustBeOpen(new MediaId(account, mediaUid), "media_uid");
        }
        if (pointTierUid != null) {
            KnownTiers.mustExist(account, pointTierUid, "point_tier_uid", streams);
        }
    }
}
