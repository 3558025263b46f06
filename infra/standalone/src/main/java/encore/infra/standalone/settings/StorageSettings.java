package encore.infra.standalone.settings;

import encore.infra.eventstore.log.adapter.JumpDetectingClock.StampsAhead;
import encore.infra.views.Partitions;
import io.soabase.recordbuilder.core.RecordBuilder;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The files and the memory of an installation.
 *
 * @param data the data directory ({@code ENCORE_DATA}), created when missing
 * @param masterKeyFile the file of the key that wraps all others ({@code ENCORE_MASTER_KEY_FILE}); null for the one in
 *     the data directory
 * @param boardMemory the memory for boards of points; null: a quarter of the heap ({@code ENCORE_BOARD_MEMORY})
 * @param recordMemory the memory for the records of all accounts; null: 55 % of the old generation ({@code
 *     ENCORE_RECORD_MEMORY})
 * @param segments the number of partitions of a new version of a projection ({@code ENCORE_SEGMENTS})
 * @param clockAhead whether a start on a log goes on whose last stamp is more than ten minutes ahead of the clock
 *     ({@code ENCORE_CLOCK_AHEAD})
 */
@Validated
@RecordBuilder
@ConfigurationProperties("encore")
public record StorageSettings(
        @DefaultValue("data") Path data,
        @Nullable Path masterKeyFile,
        @Nullable DataSize boardMemory,
        @Nullable DataSize recordMemory,

        @DefaultValue("1") @Min(1) @Max(Partitions.MAX_PARTITIONS)
        int segments,

        @DefaultValue("refuse") StampsAhead clockAhead) {

    /** Returns the file of the master key: the configured one, or the data directory's own. */
    public Path masterKey() {
        return masterKeyFile == null ? data.resolve("master.key") : masterKeyFile;
    }
}
