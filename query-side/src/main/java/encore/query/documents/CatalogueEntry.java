package encore.query.documents;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a {@link Catalogue}.
 *
 * @param position the position of the event that added it, which gives the catalogue's order
 * @param changedAt the time of its last change, or of its addition
 */
public record CatalogueEntry<T>(
        @Nullable String list,
        long account,
        long position,
        @JsonAlias("added") Instant createdAt,
        Instant changedAt,
        @JsonAlias({"network", "field"}) T thing) {}
