package encore.kernel.fanstreams;

import encore.kernel.Patch;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a stream; null where nothing is set. A {@link encore.kernel.Patch} changes them.
 *
 * @param recordLimit how many approved records are shown; null means {@link #DEFAULT_LIMIT}
 * @param trustLevel null means that every record waits for an approval
 * @param isPublic null means true
 * @param authorizedNetworks the networks of which records may be imported; empty for any, null only in a change
 */
@RecordBuilder
public record FanStreamSettings(
        @ListedName @NotPersonal("the name of a stream") @Nullable
        String streamName,

        @NotPersonal("settings of a stream") @Nullable ObjectNode props,
        @NotPersonal("a domain of the customer") @Nullable String virtualDomain,
        @NotPersonal("the style of a page") @Nullable String cssText,
        @NotPersonal("a script of a page") @Nullable String javascriptText,
        @PublishedValue @Nullable Integer recordLimit,
        @PublishedValue @Nullable Integer trustLevel,
        @NotPersonal("pictures of a stream") @Nullable ObjectNode mediaMap,
        @PublishedValue @Nullable Boolean isPublic,
        @PublishedValue @Nullable Long tagId,
        @NotPersonal("names of networks") @Nullable List<String> authorizedNetworks) {

    public static final int DEFAULT_LIMIT = 10_000;
    public static final int HIGHEST_LIMIT = 100_000;

    public static final FanStreamSettings NONE =
            FanStreamSettingsBuilder.builder().authorizedNetworks(List.of()).build();

    public FanStreamSettings {
        authorizedNetworks = authorizedNetworks == null
                ? null
                : authorizedNetworks.stream().distinct().toList();
    }

    /** Returns the settings after a change. A list that is given replaces the former one. */
    public static FanStreamSettings after(Patch<FanStreamSettings> change, FanStreamSettings before) {
        FanStreamSettings after = change.applyTo(before);
        List<String> networks = change.given().authorizedNetworks();
        return FanStreamSettingsBuilder.builder(after)
                .authorizedNetworks(networks == null ? before.importedNetworks() : networks)
                .build();
    }

    /** Returns whether everybody with the public key may read the stream. */
    public boolean isOpenToAll() {
        return !Boolean.FALSE.equals(isPublic);
    }

    /** Returns how many approved records are shown. */
    public int shownRecords() {
        return recordLimit == null ? DEFAULT_LIMIT : recordLimit;
    }

    /** Returns how far senders are trusted, from 0 to 2. */
    public int trust() {
        return trustLevel == null ? 0 : trustLevel;
    }

    /** Returns the networks of which records may be imported; empty for any. */
    public List<String> importedNetworks() {
        return authorizedNetworks == null ? List.of() : authorizedNetworks;
    }
}
