package encore.query.projection;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing in a {@link Catalogue}. The aliases are the names that earlier builds stored for networks and custom fields,
 * whose views answer until they are made anew.
 *
 * @param list what the list is of that it is in, where an account has several of the kind; else null
 * @param position where it was added: the catalogue's order
 * @param changedAt of its last change, or when it was added
 */
public record Listed<T>(
        @Nullable String list,
        long account,
        long position,
        @JsonAlias("added") Instant createdAt,
        Instant changedAt,
        @JsonAlias({"network", "field"}) T thing) {}
