package encore.api.places;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of {@code GET /v1/geoip}; docs/settings.md describes them.
 *
 * @param geoipFile a database in MaxMind's format ({@code ENCORE_GEOIP_FILE}); null for the table that we ship
 */
@ConfigurationProperties("encore")
public record GeoipSettings(@Nullable Path geoipFile) {}
