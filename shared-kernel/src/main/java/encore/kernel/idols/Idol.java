package encore.kernel.idols;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An idol as the API answers it. */
@RecordBuilder
public record Idol(
        String idolUid,
        String idolName,
        IdolType idolType,
        @Nullable String description,
        @Nullable UUID mediaUid,
        @Nullable String imageUrl,
        @Nullable String linkUrl,
        @Nullable String musicUid,
        @Nullable Long musicFollowerCount,
        List<String> idolLabels,
        @Nullable String artistName,
        @Nullable ObjectNode props,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

    public Idol {
        idolLabels = List.copyOf(idolLabels);
    }

    public static Idol of(String uid, Instant created, IdolProfile profile, IdolPresentation presentation) {
        return IdolBuilder.builder()
                .idolUid(uid)
                .idolName(Objects.requireNonNull(profile.idolName()))
                .idolType(Objects.requireNonNull(profile.idolType()))
                .idolLabels(Objects.requireNonNull(profile.labelNames()))
                .creationTimestamp(created)
                .description(presentation.description())
                .mediaUid(presentation.mediaUid())
                .imageUrl(presentation.imageUrl())
                .linkUrl(presentation.linkUrl())
                .musicUid(profile.musicUid())
                .musicFollowerCount(presentation.musicFollowerCount())
                .artistName(presentation.artistName())
                .props(profile.props())
                .build();
    }

    /** The form for staff. */
    public record Managed(
            @JsonUnwrapped Idol idol,
            @Nullable String artistId,
            @Nullable String discoveryId) {}
}
